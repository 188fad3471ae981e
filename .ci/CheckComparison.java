import java.io.File;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the JSON of {@code fetchlab compare}: the four published codes, their exact values and their accuracy. */
final class CheckComparison {
    private static final Map<String, Double> LOW_TRAFFIC_MEANS = Map.of(
            "6*rep(3)", 1.0 / 3, "mds(9,6)", 2.0 / 3, "lrc(6,2,2)", 0.594047619047619, "2*simplex(3)", 3.0 / 7);

    public static void main(String[] args) {
        JsonNode results = JsonMapper.shared().readTree(new File(args[0])).get("results");
        check(results.size() >= LOW_TRAFFIC_MEANS.size(), "a row per code");
        for (JsonNode row : results) {
            String code = row.get("code").asString();
            double exact = LOW_TRAFFIC_MEANS.get(code);
            check(Math.abs(row.get("low_traffic_mean").asDouble() - exact) < 1e-9, code + ": low-traffic mean " + exact);
            JsonNode simulation = row.get("simulation");
            double mean = simulation.get("mean").asDouble();
            check(simulation.get("half_width_95").asDouble() <= 0.010001 * mean, code + ": within 1 %");
            check(row.get("bounds").get("lower").asDouble() < 1.02 * mean, code + ": lower bound below the mean");
        }
        System.out.println("compare: " + results.size() + " rows checked");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("not so: " + what);
        }
    }
}
