package org.fetchlab.cli.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** A file that appears whole or not at all: it is written beside its place and renamed. */
public final class OutputFile {
    private final Path path;

    private OutputFile(Path path) {
        this.path = path;
    }

    /**
     * Checks, before anything is computed, that a file can be written: a file beside its place is made and removed.
     *
     * @param path where the file shall be
     * @return the file
     * @throws IllegalArgumentException if its folder does not exist or takes no files, its name is too long, or a folder has
     *     that name
     */
    public static OutputFile at(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (path.toString().isBlank()) {
            throw new IllegalArgumentException("the name of the file is empty");
        }
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("'" + path + "' is a folder; give the name of a file");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("the folder of '" + path + "' does not exist; create it first");
        }
        if (!Files.isWritable(folder) || (Files.exists(path) && !Files.isWritable(path))) {
            throw new IllegalArgumentException("'" + path + "' cannot be written; choose another place");
        }
        OutputFile file = new OutputFile(path);
        try {
            file.tryOut();
        } catch (IOException refused) {
            throw new IllegalArgumentException(
                    "'" + path + "' cannot be written (" + reason(refused) + "); choose another place", refused);
        }
        return file;
    }

    private void tryOut() throws IOException {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException free) {
            // the name is allowed, and will be taken by the result
        }
        if (isReplaced()) {
            Path temporary = temporary();
            Files.deleteIfExists(temporary);
            Files.createFile(temporary);
            Files.delete(temporary);
        }
    }

    /** Whether the result takes the place of what is there; a pipe or a device keeps its place. */
    private boolean isReplaced() {
        return !Files.exists(path) || Files.isRegularFile(path);
    }

    private Path temporary() {
        return path.resolveSibling(".fetchlab." + ProcessHandle.current().pid() + ".part");
    }

    private static String reason(IOException failure) {
        String reason = failure instanceof FileSystemException known ? known.getReason() : failure.getMessage();
        return reason == null ? "no file can be made there" : reason;
    }

    /**
     * Writes the file.
     *
     * @param bytes its content
     * @throws UncheckedIOException if it cannot be written; an older file of that name is then unchanged
     */
    public void write(byte[] bytes) {
        try {
            if (isReplaced()) {
                replace(bytes);
            } else {
                Files.write(path, bytes);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write '" + path + "': " + reason(failure), failure);
        }
    }

    private void replace(byte[] bytes) throws IOException {
        Path temporary = temporary();
        try {
            Files.write(temporary, bytes);
            rename(temporary);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private void rename(Path temporary) throws IOException {
        try {
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException notOnThisFileSystem) {
            Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
