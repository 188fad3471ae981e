package org.fetchlab.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of Fetchlab, as the build wrote it into a resource. */
final class ProductVersion implements IVersionProvider {
    private static final String RESOURCE = "/org/fetchlab/cli/version.properties";

    static String number() {
        try (InputStream resource = ProductVersion.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("the resource " + RESOURCE + " is missing from the build");
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "unknown");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"fetchlab " + number(), "Java " + Runtime.version()};
    }
}
