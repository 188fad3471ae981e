package org.fetchlab.cli.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that appears whole or not at all: it is written beside its place and renamed. */
public final class OutputFile {
    private final Path path;

    private OutputFile(Path path) {
        this.path = path;
    }

    /**
     * Checks, before anything is computed, that a file can be written.
     *
     * @param path where the file shall be
     * @return the file
     * @throws IllegalArgumentException if its folder does not exist or cannot be written, or a folder has that name
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
        return new OutputFile(path);
    }

    /**
     * Writes the file.
     *
     * @param bytes its content
     * @throws UncheckedIOException if it cannot be written; an older file of that name is then unchanged
     */
    public void write(byte[] bytes) {
        try {
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                Files.write(path, bytes); // a pipe or a device keeps its place
            } else {
                replace(bytes);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write '" + path + "': " + failure.getMessage(), failure);
        }
    }

    private void replace(byte[] bytes) throws IOException {
        Path temporary = path.resolveSibling(
                "." + path.getFileName() + "." + ProcessHandle.current().pid() + ".part");
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
