package org.fetchlab.model.code;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The linear recoveries of one generator matrix, each made once so that its table is. */
final class SpanRecoveries {
    private final GeneratorMatrix matrix;
    private final int leastDistance;
    private final SpanRecovery file;
    private final Map<Integer, SpanRecovery> objects = new ConcurrentHashMap<>();

    /** The recoveries of a matrix of which nothing is known beforehand. */
    SpanRecoveries(GeneratorMatrix matrix) {
        this(matrix, 1);
    }

    /** The recoveries of a code whose minimum distance is known to be at least so much. */
    SpanRecoveries(GeneratorMatrix matrix, int leastDistance) {
        this.matrix = matrix;
        this.leastDistance = leastDistance;
        this.file = SpanRecovery.ofFile(matrix).atDistance(leastDistance);
    }

    GeneratorMatrix matrix() {
        return matrix;
    }

    SpanRecovery file() {
        return file;
    }

    SpanRecovery object(int object) {
        return objects.computeIfAbsent(
                object, i -> SpanRecovery.ofObject(matrix, i).atDistance(leastDistance));
    }
}
