package org.fetchlab.fluid.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A convex set of states: the points that satisfy finitely many linear inequalities, each with equality on one facet. It
 * knows a point in the middle of every facet, at which transitions are examined.
 */
public final class StateSpace {
    private final int dimension;
    private final List<Facet> facets;
    private final UnaryOperator<double[]> projection;

    private StateSpace(int dimension, List<Facet> facets, UnaryOperator<double[]> projection) {
        this.dimension = dimension;
        this.facets = List.copyOf(facets);
        this.projection = projection;
    }

    /**
     * Tails of a queue length: {@code 1 >= x_1 >= x_2 >= … >= x_d >= 0}.
     *
     * @param dimension d, at least 1
     * @return the space
     * @throws IllegalArgumentException if the dimension is below 1
     */
    public static StateSpace tails(int dimension) {
        List<Facet> facets = new ArrayList<>();
        for (int i = 0; i <= checked(dimension); i++) {
            double[] normal = new double[dimension];
            double[] middle = new double[dimension];
            if (i > 0) {
                normal[i - 1] = 1;
            }
            if (i < dimension) {
                normal[i] = -1;
            }
            for (int j = 0; j < dimension; j++) {
                // coordinates i−1 and i share a value, the others lie evenly between 1 and 0
                int rank = j < i ? j + 1 : j;
                middle[j] = 1 - rank / (double) dimension;
            }
            facets.add(new Facet(
                    "x_" + i + " >= x_" + (i + 1) + " (x_0 = 1, x_" + (dimension + 1) + " = 0)",
                    normal,
                    i == 0 ? 1 : 0,
                    middle));
        }
        return new StateSpace(dimension, facets, StateSpace::ordered);
    }

    /**
     * Parts of a population: {@code x_i >= 0} and {@code Σ x_i <= 1}, the rest being in a state without a coordinate.
     *
     * @param dimension d, at least 1
     * @return the space
     * @throws IllegalArgumentException if the dimension is below 1
     */
    public static StateSpace parts(int dimension) {
        List<Facet> facets = nonNegative(checked(dimension), 1.0 / (dimension + 1));
        double[] normal = new double[dimension];
        double[] middle = new double[dimension];
        Arrays.fill(normal, -1);
        Arrays.fill(middle, 1.0 / dimension);
        facets.add(new Facet("the sum is at most 1", normal, 1, middle));
        return new StateSpace(dimension, facets, StateSpace::shared);
    }

    /**
     * A distribution: {@code x_i >= 0} and {@code Σ x_i = 1}.
     *
     * @param dimension d, at least 2
     * @return the space
     * @throws IllegalArgumentException if the dimension is below 2
     */
    public static StateSpace distribution(int dimension) {
        if (dimension < 2) {
            throw new IllegalArgumentException("a distribution has at least 2 parts, not " + dimension);
        }
        List<Facet> facets = nonNegative(dimension, 1.0 / (dimension - 1));
        double[] middle = new double[dimension];
        Arrays.fill(middle, 1.0 / dimension);
        for (int sign = -1; sign <= 1; sign += 2) {
            double[] normal = new double[dimension];
            Arrays.fill(normal, sign);
            facets.add(new Facet("the sum is 1", normal, -sign, middle));
        }
        return new StateSpace(dimension, facets, StateSpace::shared);
    }

    /**
     * The number of coordinates.
     *
     * @return at least 1
     */
    public int dimension() {
        return dimension;
    }

    /**
     * The first inequality that a point misses.
     *
     * @param state the point
     * @param error by how much it may miss an inequality, at least 0
     * @return one phrase that names the inequality; empty for a point of the space
     */
    public Optional<String> violation(double[] state, double error) {
        return facets.stream()
                .filter(facet -> !(facet.slack(state) >= -error))
                .findFirst()
                .map(facet -> "it must satisfy " + facet.name());
    }

    /**
     * A point of the space close to a given one, which itself is taken if it lies in the space.
     *
     * @param point finite coordinates
     * @return a point of the space, a new array
     */
    double[] near(double[] point) {
        return projection.apply(point);
    }

    private static double[] ordered(double[] point) {
        double[] tails = point.clone();
        double above = 1;
        for (int i = 0; i < tails.length; i++) {
            tails[i] = Math.max(0, Math.min(tails[i], above));
            above = tails[i];
        }
        return tails;
    }

    private static double[] shared(double[] point) {
        double[] parts = Arrays.stream(point).map(part -> Math.max(0, part)).toArray();
        double sum = Arrays.stream(parts).sum();
        for (int i = 0; sum > 1 && i < parts.length; i++) {
            parts[i] /= sum;
        }
        return parts;
    }

    List<Facet> facets() {
        return facets;
    }

    private static List<Facet> nonNegative(int dimension, double rest) {
        List<Facet> facets = new ArrayList<>();
        for (int i = 0; i < dimension; i++) {
            double[] normal = new double[dimension];
            double[] middle = new double[dimension];
            Arrays.fill(middle, rest);
            normal[i] = 1;
            middle[i] = 0;
            facets.add(new Facet("x_" + (i + 1) + " >= 0", normal, 0, middle));
        }
        return facets;
    }

    private static int checked(int dimension) {
        if (dimension < 1) {
            throw new IllegalArgumentException("dimension " + dimension + " must be at least 1");
        }
        return dimension;
    }

    /** One inequality {@code normal · x + offset >= 0} and a point at which it holds with equality. */
    static final class Facet {
        private final String name;
        private final double[] normal;
        private final double offset;
        private final double[] middle;

        /** An inequality, how messages state it, and a point in the relative interior of its facet. */
        Facet(String name, double[] normal, double offset, double[] middle) {
            this.name = name;
            this.normal = normal;
            this.offset = offset;
            this.middle = middle;
        }

        String name() {
            return name;
        }

        double[] middle() {
            return middle.clone();
        }

        double slack(double[] state) {
            return dot(normal, state) + offset;
        }

        /** Whether a jump from this facet leads out of the space. */
        boolean isLeftBy(double[] jump) {
            return dot(normal, jump) < 0;
        }

        private static double dot(double[] a, double[] b) {
            double sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += a[i] * b[i];
            }
            return sum;
        }
    }
}
