package org.fetchlab.fluid.process;

/** The transitions of a population process: what can happen, how much it changes, how often it happens. */
public interface EventTypes {
    /**
     * The changes that the transitions make, multiplied by the number of servers.
     *
     * @return a vector Δ of the dimension of the state for each transition, of which there is one at least; shared, not to be
     *     changed
     */
    double[][] jumps();

    /**
     * The number of transitions.
     *
     * @return at least 1
     */
    default int count() {
        return jumps().length;
    }

    /**
     * The rates of all transitions, divided by the number of servers.
     *
     * @param state x
     * @param rates receives β(x), one number for each transition
     */
    void rates(double[] state, double[] rates);

    /**
     * Adds Σ ΔΔᵀ β(x) to a matrix.
     *
     * @param state x
     * @param noise the matrix that is added to
     */
    default void addNoise(double[] state, double[][] noise) {
        double[] rates = new double[count()];
        rates(state, rates);
        for (int type = 0; type < rates.length; type++) {
            double[] jump = jumps()[type];
            for (int i = 0; i < jump.length; i++) {
                double scale = rates[type] * jump[i];
                for (int j = 0; scale != 0 && j < jump.length; j++) {
                    noise[i][j] += scale * jump[j];
                }
            }
        }
    }
}
