package org.fetchlab.model.code;

/**
 * The points of a binary projective geometry, the 2^m - 1 non-zero vectors of length m: the columns of a simplex code. What
 * random points of it span.
 *
 * <p>Draw points without replacement. A span of rank r has 2^r - 1 points, so after j draws that span it 2^r - 1 - j of the
 * 2^m - 1 - j points that are left leave the span as it is; all others raise its rank to r + 1. Of the latter, 2^r
 * (those of the coset of a point e outside the span) make it contain e. Both chains follow the rank as long as the draws do
 * not recover; all their terms are positive, and the relative error is below (3 j + m) units in the last place.
 */
record ProjectiveGeometry(int dimension) {
    /** Whether a set of points recovers what is sought. */
    private enum Target {
        /** A point is in their span: so many of the points outside a span of rank r leave the point outside. */
        ONE_POINT {
            @Override
            long missing(int rank, int dimension) {
                return (1L << dimension) - (1L << (rank + 1));
            }

            @Override
            int leastPoints(int dimension) {
                return 1;
            }
        },
        /** They span everything: all points but those outside a hyperplane leave something to span. */
        ALL_POINTS {
            @Override
            long missing(int rank, int dimension) {
                return rank + 1 < dimension ? (1L << dimension) - (1L << rank) : 0;
            }

            @Override
            int leastPoints(int dimension) {
                return dimension;
            }
        };

        /** How many points raise the rank of a span that does not recover, so that it still does not. */
        abstract long missing(int rank, int dimension);

        /** The size of the smallest set that recovers. */
        abstract int leastPoints(int dimension);
    }

    /** The fraction of the j-subsets of the points whose span does not contain one given point, for all j. */
    double[] missingOnePoint() {
        return missing(Target.ONE_POINT);
    }

    /** The fraction of the j-subsets of the points that do not span the whole space, for all j. */
    double[] missingSomePoint() {
        return missing(Target.ALL_POINTS);
    }

    private double[] missing(Target target) {
        int points = (1 << dimension) - 1;
        double[] fractions = new double[points + 1];
        double[] byRank = new double[dimension + 1];
        byRank[0] = 1;
        for (int drawn = 0; drawn < points; drawn++) {
            fractions[drawn] = drawn < target.leastPoints(dimension) ? 1 : sum(byRank);
            for (int rank = dimension - 1; rank >= 0; rank--) {
                double left = points - drawn;
                byRank[rank + 1] += byRank[rank] * target.missing(rank, dimension) / left;
                byRank[rank] *= Math.max(0, (1 << rank) - 1 - drawn) / left;
            }
        }
        return fractions;
    }

    private static double sum(double[] terms) {
        double sum = 0;
        for (double term : terms) {
            sum += term;
        }
        return sum;
    }
}
