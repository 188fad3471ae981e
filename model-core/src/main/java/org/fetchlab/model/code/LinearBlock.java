package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.fetchlab.model.result.Outcome;

/** A linear code by its generator matrix and what its family knows in closed form. */
final class LinearBlock implements Block {
    private final String spec;
    private final GeneratorMatrix matrix;
    private final LinearStructure structure;
    private final SpanRecovery file;
    private final Map<Integer, SpanRecovery> recoveries = new ConcurrentHashMap<>();

    private LinearBlock(String spec, GeneratorMatrix matrix, LinearStructure structure, SpanRecovery file) {
        this.spec = spec;
        this.matrix = matrix;
        this.structure = structure;
        this.file = file;
    }

    static LinearBlock of(String spec, GeneratorMatrix matrix, LinearStructure structure) {
        return new LinearBlock(spec, matrix, structure, SpanRecovery.ofFile(matrix));
    }

    /** A matrix of which nothing is known beforehand. */
    static LinearBlock of(String spec, GeneratorMatrix matrix) {
        Block.checkServers(spec, matrix.servers());
        return of(spec, matrix, new ComputedStructure(spec, matrix));
    }

    @Override
    public String spec() {
        return spec;
    }

    @Override
    public int servers() {
        return matrix.servers();
    }

    @Override
    public int objects() {
        return matrix.objects();
    }

    @Override
    public Outcome<Integer> minimumDistance() {
        return structure.minimumDistance();
    }

    @Override
    public int[] requestedObjects() {
        return structure.requestedObjects(objects());
    }

    @Override
    public OptionalInt systematicServer(int object) {
        return matrix.systematicServer(object);
    }

    @Override
    public int[][] recoveryGroups(int object) {
        return structure.recoveryGroups(object);
    }

    @Override
    public Optional<Availability> availability(int object) {
        return systematicServer(object).isPresent() ? Availability.ofGroups(recoveryGroups(object)) : Optional.empty();
    }

    @Override
    public Recovery recovery(int object, Decoding decoding, Placement placement) {
        return decoding == Decoding.GROUPS || structure.groupsAreAll(object)
                ? groupRecovery(object, placement)
                : linearRecovery(object).within(placement);
    }

    private SpanRecovery linearRecovery(int object) {
        return recoveries.computeIfAbsent(object, i -> SpanRecovery.ofObject(matrix, i));
    }

    private Recovery groupRecovery(int object, Placement placement) {
        int[][] groups = recoveryGroups(object);
        OptionalInt systematic = systematicServer(object);
        if (systematic.isPresent()) {
            int[][] others = groups;
            groups = Arrays.copyOf(new int[][] {{systematic.getAsInt()}}, 1 + others.length);
            System.arraycopy(others, 0, groups, 1, others.length);
        }
        return GroupRecovery.of(placement.servers(), placement.shift(groups));
    }

    @Override
    public Recovery wholeFile(Placement placement) {
        return file.within(placement);
    }

    /** Blocks are equal when their text forms are. */
    @Override
    public boolean equals(Object other) {
        return other instanceof LinearBlock that && spec.equals(that.spec);
    }

    @Override
    public int hashCode() {
        return spec.hashCode();
    }
}
