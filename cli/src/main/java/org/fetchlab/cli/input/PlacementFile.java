package org.fetchlab.cli.input;

import java.util.List;
import org.fetchlab.sim.routing.Placement;

/** Reads where the files of a cluster are. */
public final class PlacementFile {
    private PlacementFile() {}

    /**
     * Reads a placement table.
     *
     * @param name the name of a CSV file: one line per file with its popularity and its servers, counted from 0
     * @param files where the file is
     * @return the placement
     * @throws IllegalArgumentException if the file cannot be read, or is no placement table
     */
    public static Placement read(String name, DataFiles files) {
        List<String[]> rows = files.rows(name);
        double[] popularity = new double[rows.size()];
        int[][] hosts = new int[rows.size()][];
        for (int i = 0; i < hosts.length; i++) {
            String[] row = rows.get(i);
            popularity[i] = number(name, i, row[0]);
            hosts[i] = new int[row.length - 1];
            for (int j = 1; j < row.length; j++) {
                hosts[i][j - 1] = DataFiles.entry(name, i, j, row[j]);
            }
        }
        return Placement.table(hosts, popularity);
    }

    private static double number(String name, int row, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "'" + name + "', row " + (row + 1) + ": '" + text + "' is not a popularity");
        }
    }
}
