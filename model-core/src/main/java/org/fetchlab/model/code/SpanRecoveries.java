package org.fetchlab.model.code;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The linear recoveries of one generator matrix, each made once so that its table is. */
final class SpanRecoveries {
    private final GeneratorMatrix matrix;
    private final SpanRecovery file;
    private final Map<Integer, SpanRecovery> objects = new ConcurrentHashMap<>();

    SpanRecoveries(GeneratorMatrix matrix) {
        this.matrix = matrix;
        this.file = SpanRecovery.ofFile(matrix);
    }

    GeneratorMatrix matrix() {
        return matrix;
    }

    SpanRecovery file() {
        return file;
    }

    SpanRecovery object(int object) {
        return objects.computeIfAbsent(object, i -> SpanRecovery.ofObject(matrix, i));
    }
}
