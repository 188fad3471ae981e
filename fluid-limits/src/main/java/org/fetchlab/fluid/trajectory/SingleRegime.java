package org.fetchlab.fluid.trajectory;

import org.fetchlab.fluid.process.QueueMeanField;
import org.fetchlab.fluid.process.Room;
import org.fetchlab.fluid.process.SwitchingMeanField;
import org.fetchlab.model.result.QueueTails;

/**
 * A smooth mean field seen as a switching one whose only regime never ends.
 *
 * @param field the smooth mean field
 */
record SingleRegime(QueueMeanField field) implements SwitchingMeanField {
    @Override
    public int levels() {
        return field.levels();
    }

    @Override
    public int dimension() {
        return field.dimension();
    }

    @Override
    public SingleRegime withLevels(int levels) {
        return new SingleRegime(field.withLevels(levels));
    }

    @Override
    public double[] stateOf(QueueTails tails) {
        return field.stateOf(tails);
    }

    @Override
    public double[] tails(double[] state) {
        return field.tails(state);
    }

    @Override
    public double fastestRate() {
        return field.fastestRate();
    }

    @Override
    public boolean isSmooth() {
        return true;
    }

    @Override
    public int regime(double[] state) {
        return 0;
    }

    @Override
    public void drift(int regime, double[] state, double[] drift) {
        field.drift(state, drift);
    }

    @Override
    public Room roomAbove(int regime) {
        return Room.UNLIMITED;
    }

    @Override
    public Room roomBelow(int regime) {
        return Room.UNLIMITED;
    }

    @Override
    public double lossRate(int regime, double[] state) {
        return field.lossRate(state);
    }
}
