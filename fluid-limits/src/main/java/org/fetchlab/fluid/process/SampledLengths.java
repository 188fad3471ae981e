package org.fetchlab.fluid.process;

import java.util.List;
import org.apache.commons.numbers.combinatorics.Factorial;

/**
 * The transitions of batch sampling in occupancy coordinates: {@code e_{i−1} − e_i} at rate {@code k r_i}, and for every sorted
 * list ℓ of the L sampled lengths {@code Σ_{i<=k} (e_{ℓ_i+1} − e_{ℓ_i})} at rate {@code λ L! Π_i r_i^{ρ_i}/ρ_i!}, where ρ_i is how
 * often the length i occurs.
 */
final class SampledLengths implements EventTypes {
    private final int sampled;
    private final int joined;
    private final double arrivalRate;
    private final int levels;
    private final List<int[]> lists;
    private final double[][] jumps;

    SampledLengths(BatchChoice choice, double arrivalRate, int levels) {
        this.sampled = choice.sampled();
        this.joined = choice.joined();
        this.arrivalRate = arrivalRate;
        this.levels = levels;
        this.lists = SortedLists.of(sampled, levels);
        this.jumps = new double[levels + lists.size()][levels + 1];
        for (int i = 1; i <= levels; i++) {
            jumps[i - 1][i - 1] = 1;
            jumps[i - 1][i] = -1;
        }
        for (int type = 0; type < lists.size(); type++) {
            addJoins(lists.get(type), jumps[levels + type]);
        }
    }

    private void addJoins(int[] list, double[] jump) {
        for (int i = 0; i < joined; i++) {
            if (list[i] < levels) {
                jump[list[i]]--;
                jump[list[i] + 1]++;
            }
        }
    }

    @Override
    public double[][] jumps() {
        return jumps;
    }

    @Override
    public void rates(double[] state, double[] rates) {
        for (int i = 1; i <= levels; i++) {
            rates[i - 1] = joined * state[i];
        }
        for (int type = 0; type < lists.size(); type++) {
            rates[levels + type] = arrivalRate * product(lists.get(type), state, -1);
        }
    }

    /**
     * Adds the 1/n term of the drift when the L servers are distinct. The n-server rate replaces {@code L! Π r_i^{ρ_i}/ρ_i!} by
     * {@code Π C(n r_i, ρ_i) / C(n, L)}, whose ratio to it is {@code 1 + (C(L,2) − Σ C(ρ_i,2)/r_i)/n + O(1/n²)}.
     */
    void addFiniteSizeCorrection(double[] state, double[] correction) {
        for (int type = 0; type < lists.size(); type++) {
            int[] list = lists.get(type);
            double rate = sampled * (sampled - 1) / 2.0 * product(list, state, -1);
            for (int i = 1; i < list.length; i++) {
                if (list[i] == list[i - 1]) {
                    rate -= run(list, i) * product(list, state, i);
                }
            }
            double[] jump = jumps[levels + type];
            for (int j = 0; j < jump.length; j++) {
                correction[j] += arrivalRate * rate * jump[j];
            }
        }
    }

    /** How many entries before position i equal it. */
    private static int run(int[] list, int i) {
        int count = 0;
        while (count < i && list[i - 1 - count] == list[i]) {
            count++;
        }
        return count;
    }

    /** L! Π r_i^{ρ_i}/ρ_i!, without the factor r of one position if that is not negative. */
    private double product(int[] list, double[] state, int without) {
        double product = Factorial.doubleValue(sampled);
        for (int i = 0; i < list.length; i++) {
            product *= (i == without ? 1 : state[list[i]]) / (1 + run(list, i));
        }
        return product;
    }
}
