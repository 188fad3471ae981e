package org.fetchlab.model.code;

import java.util.Arrays;
import java.util.OptionalInt;
import org.fetchlab.model.result.Outcome;

/** A linear code by its generator matrix and what its family knows in closed form. */
final class LinearBlock implements Block {
    private final String spec;
    private final GeneratorMatrix matrix;
    private final LinearStructure structure;
    private final SpanRecoveries recoveries;

    private LinearBlock(String spec, LinearStructure structure, SpanRecoveries recoveries) {
        this.spec = spec;
        this.matrix = recoveries.matrix();
        this.structure = structure;
        this.recoveries = recoveries;
    }

    static LinearBlock of(String spec, GeneratorMatrix matrix, LinearStructure structure) {
        int distance = structure.minimumDistance().value().orElse(1);
        return new LinearBlock(spec, structure, new SpanRecoveries(matrix, distance));
    }

    /** A matrix of which nothing is known beforehand. */
    static LinearBlock of(String spec, GeneratorMatrix matrix) {
        Block.checkServers(spec, matrix.servers());
        SpanRecoveries recoveries = new SpanRecoveries(matrix);
        return new LinearBlock(spec, new ComputedStructure(spec, recoveries), recoveries);
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
    public Outcome<int[][]> recoveryGroups(int object) {
        return structure.recoveryGroups(object);
    }

    @Override
    public Outcome<Availability> availability(int object) {
        return systematicServer(object).isPresent()
                ? recoveryGroups(object).flatMap(groups -> Availability.ofGroups(groups, this, object))
                : Availability.none(this, object, "no server that stores it alone");
    }

    @Override
    public Outcome<Recovery> recovery(int object, Decoding decoding, Placement placement) {
        return decoding == Decoding.GROUPS || structure.groupsAreAll(object)
                ? recoveryGroups(object).map(groups -> groupRecovery(object, groups, placement))
                : new Outcome.Known<>(recoveries.object(object).within(placement), "generator matrix");
    }

    private Recovery groupRecovery(int object, int[][] others, Placement placement) {
        int[][] groups = others;
        OptionalInt systematic = systematicServer(object);
        if (systematic.isPresent()) {
            groups = Arrays.copyOf(new int[][] {{systematic.getAsInt()}}, 1 + others.length);
            System.arraycopy(others, 0, groups, 1, others.length);
        }
        return GroupRecovery.of(placement.servers(), placement.shift(groups));
    }

    @Override
    public Recovery wholeFile(Placement placement) {
        return recoveries.file().within(placement);
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
