package org.fetchlab.fluid.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.data.Offset;
import org.fetchlab.fluid.fluctuation.DiffusionSolver;
import org.fetchlab.fluid.fluctuation.FluctuationSolver;
import org.fetchlab.fluid.fluctuation.LinearFunctional;
import org.fetchlab.fluid.fluctuation.Moments;
import org.fetchlab.fluid.fluctuation.NoiseForm;
import org.fetchlab.fluid.fluctuation.RefinedValue;
import org.fetchlab.fluid.trajectory.GridIntegrator;
import org.fetchlab.fluid.trajectory.NewtonFixedPoint;
import org.fetchlab.model.policy.Sampling;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.result.Outcome;
import org.junit.jupiter.api.Test;

class TransitionProcessTest {
    private static final Offset<Double> ROUNDING = within(1e-13);
    private static final double LOAD = 0.7;
    private static final int LEVELS = 6;

    /** Power-of-d with distinct servers as anyone would write it down. */
    static TransitionProcess powerOfD(int choices, double load, int levels) {
        List<Transition> transitions = new ArrayList<>();
        for (int j = 1; j <= levels; j++) {
            int level = j;
            Transition arrival = Transition.of(
                    "arrival at a queue of length " + (j - 1),
                    unit(levels, j, 1),
                    s -> above(s, level - 1, choices)
                            .subtract(above(s, level, choices))
                            .multiply(load));
            transitions.add(arrival.withFiniteSizeTerm(s -> distinct(s, level - 1, choices)
                    .subtract(distinct(s, level, choices))
                    .multiply(load)));
            transitions.add(Transition.of(
                    "departure from a queue of length " + j,
                    unit(levels, j, -1),
                    s -> level < levels ? s[level - 1].subtract(s[level]) : s[level - 1]));
        }
        return TransitionProcess.of(StateSpace.tails(levels), transitions);
    }

    /** P{all d sampled queues are at least this long}. */
    private static DerivativeStructure above(DerivativeStructure[] s, int level, int choices) {
        return level == 0 ? s[0].getField().getOne() : s[level - 1].pow(choices);
    }

    /** The 1/n term of C(ns, d)/C(n, d). */
    private static DerivativeStructure distinct(DerivativeStructure[] s, int level, int choices) {
        return level == 0
                ? s[0].getField().getZero()
                : s[level - 1]
                        .pow(choices)
                        .subtract(s[level - 1].pow(choices - 1))
                        .multiply(choices * (choices - 1) / 2.0);
    }

    private static double[] unit(int levels, int level, double value) {
        double[] jump = new double[levels];
        jump[level - 1] = value;
        return jump;
    }

    @Test
    void powerOfDBuiltFromTransitionsIsPowerOfD() {
        TransitionProcess own = powerOfD(2, LOAD, LEVELS);
        BatchSampling builtIn = BatchSampling.powerOfD(2, LOAD, LEVELS);
        for (int seed = 0; seed < 5; seed++) {
            UniformRandomProvider random = States.random(seed);
            double[] state = States.tails(LEVELS, random);
            double[][] covariance = States.covariance(LEVELS, random);
            assertThat(States.drift(own, state)).containsExactly(States.drift(builtIn, state), ROUNDING);
            assertThat(States.curvature(own, state, covariance))
                    .containsExactly(States.curvature(builtIn, state, covariance), ROUNDING);
            assertThat(States.correction(own, state)).containsExactly(States.correction(builtIn, state), ROUNDING);
            for (int i = 0; i < LEVELS; i++) {
                assertThat(States.jacobian(own, state)[i])
                        .containsExactly(States.jacobian(builtIn, state)[i], ROUNDING);
                assertThat(States.noise(own, state)[i]).containsExactly(States.noise(builtIn, state)[i], ROUNDING);
            }
        }
    }

    @Test
    void newtonsMethodFindsTheFixedPointAndItsFluctuations() {
        TransitionProcess own = powerOfD(2, LOAD, 8);
        double[] fixedPoint = known(new NewtonFixedPoint(5).from(own, new double[8]));
        for (int j = 1; j <= 6; j++) {
            assertThat(fixedPoint[j - 1]).isCloseTo(Math.pow(LOAD, Math.pow(2, j) - 1), within(1e-12));
        }
        Moments moments = known(new FluctuationSolver(1e-10).stationary(own, fixedPoint));
        assertThat(moments.variance(LinearFunctional.meanQueue())).isCloseTo(2.256934024869, within(1e-8));
        assertThat(LinearFunctional.meanQueue().of(known(moments.correction())))
                .isCloseTo(0.390658630265, within(1e-8));
    }

    /** SIS epidemic: x' = βx(1−x) − x has the fixed points 0 (unstable for β > 1) and 1 − 1/β. */
    private static TransitionProcess epidemic(double contacts) {
        return TransitionProcess.of(
                StateSpace.parts(1),
                List.of(
                        Transition.of(
                                "infection",
                                new double[] {1},
                                x -> x[0].multiply(x[0].negate().add(1)).multiply(contacts)),
                        Transition.of("recovery", new double[] {-1}, x -> x[0])));
    }

    @Test
    void anEpidemicHasItsKnownEndemicState() {
        double[] fixedPoint = known(new NewtonFixedPoint(10).from(epidemic(3), new double[] {0.1}));
        assertThat(fixedPoint[0]).isCloseTo(2 / 3.0, within(1e-12));
        Moments moments = known(new FluctuationSolver(1e-10).stationary(epidemic(3), fixedPoint));
        // J = −2, Φ = 2·(2/3), Σ = Φ/4; ½F'' = −3, V = ½F''Σ / 2
        assertThat(moments.covariance(0, 0)).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(known(moments.correction())[0]).isCloseTo(-0.5, within(1e-12));
    }

    /** A full Newton step from 0.24, near the maximum of the drift, ends at 1.6. */
    @Test
    void newtonStepsStayInTheStateSpace() {
        double[] endemic = known(new NewtonFixedPoint(1).from(epidemic(3), new double[] {0.1}));
        assertThat(endemic[0]).isCloseTo(2 / 3.0, within(1e-12));
        double[] hardlyFollowed = known(new NewtonFixedPoint(0.01).from(epidemic(3), new double[] {0.3}));
        assertThat(hardlyFollowed[0]).isCloseTo(2 / 3.0, within(1e-12));
    }

    /** ((1−x)(x+0.1))² = x² has the roots (−0.1 ± √0.41)/2; the negative one is none of a population. */
    @Test
    void fixedPointsLieInTheStateSpace() {
        Transition up = Transition.of(
                "up",
                new double[] {1},
                x -> x[0].negate().add(1).multiply(x[0].add(0.1)).pow(2));
        Transition down = Transition.of("down", new double[] {-1}, x -> x[0].pow(2));
        TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(up, down));
        double[] fixedPoint = known(new NewtonFixedPoint(0.1).from(process, new double[] {0.1}));
        assertThat(fixedPoint[0]).isCloseTo((Math.sqrt(0.41) - 0.1) / 2, within(1e-11));
    }

    /** x' = −x(1−x)(x−0.2)(x−0.5)(x−0.8): near 0.5 Newton's method is drawn to it, trajectories are not. */
    @Test
    void theFixedPointIsTheOneThatTheTrajectoryLeadsTo() {
        Transition up = Transition.of(
                "up",
                new double[] {1},
                x -> mixing(x[0]).multiply(x[0].pow(2).multiply(1.5).add(0.08)));
        Transition down = Transition.of(
                "down",
                new double[] {-1},
                x -> mixing(x[0]).multiply(x[0].pow(3).add(x[0].multiply(0.66))));
        TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(up, down));
        assertThat(known(new NewtonFixedPoint(1).from(process, new double[] {0.49}))[0])
                .isCloseTo(0.2, within(1e-10));
        assertThat(known(new NewtonFixedPoint(1).from(process, new double[] {0.51}))[0])
                .isCloseTo(0.8, within(1e-10));
        assertThat(new NewtonFixedPoint(1).from(process, new double[] {0.5})).isInstanceOf(Outcome.None.class);
    }

    private static DerivativeStructure mixing(DerivativeStructure x) {
        return x.multiply(x.negate().add(1));
    }

    @Test
    void aTrajectoryThatIsTooSlowToTellIsNone() {
        // x = 1 is the fixed point, but a thousand units of time are too short to see the way to it
        Transition growth = Transition.of(
                "growth", new double[] {1}, x -> x[0].negate().add(1).multiply(1e-7));
        TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(growth));
        assertThat(new NewtonFixedPoint(1).from(process, new double[] {0})).isInstanceOf(Outcome.None.class);
    }

    @Test
    void anUnstableFixedPointIsNone() {
        Outcome<double[]> none = new NewtonFixedPoint(1).from(epidemic(3), new double[] {0});
        assertThat(none).isInstanceOf(Outcome.None.class);
        assertThat(new FluctuationSolver(1e-10).stationary(epidemic(3), new double[] {0}))
                .isInstanceOf(Outcome.None.class);
    }

    @Test
    void conservedQuantitiesAreReportedWhenASingularJacobianShowsThem() {
        OccupancyBatchSampling occupancy = OccupancyBatchSampling.of(BatchChoice.of(2, 1), 0.5, Sampling.DISTINCT, 4);
        Outcome<double[]> none = new NewtonFixedPoint(1).from(occupancy, new double[] {1, 0, 0, 0, 0});
        assertThat(none).isInstanceOf(Outcome.None.class);
    }

    @Test
    void transitionsThatLeaveTheStateSpaceAreRefused() {
        Transition drain = Transition.of("drain", new double[] {-1}, x -> x[0].add(0.1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransitionProcess.of(StateSpace.parts(1), List.of(drain)))
                .withMessageContaining("'drain' leaves the state space")
                .withMessageContaining("x_1 >= 0");
        Transition overtake = Transition.of("overtake", new double[] {0, 1}, x -> x[0]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransitionProcess.of(StateSpace.tails(2), List.of(overtake)))
                .withMessageContaining("'overtake'");
        Transition leak = Transition.of("leak", new double[] {-1, 0}, x -> x[0]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransitionProcess.of(StateSpace.distribution(2), List.of(leak)))
                .withMessageContaining("the sum is 1");
    }

    /** Rates that vanish in the middle of a facet and nowhere else on it pass the examination, but not the solution. */
    @Test
    void solutionsThatLeaveTheStateSpaceAreRefused() {
        Transition drain = Transition.of(
                "drain",
                new double[] {-1, 0},
                x -> x[1].subtract(1 / 3.0).pow(2).multiply(4));
        TransitionProcess parts = TransitionProcess.of(StateSpace.parts(2), List.of(drain));
        double[] start = {0.1, 0.9};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GridIntegrator(1e-8).solve(parts, start, 1))
                .withMessageContaining("left the state space at time 1.0")
                .withMessageContaining("x_1 >= 0");
        assertThat(new GridIntegrator(1e-8).solve(parts, start, 0.05).get(0)[0]).isCloseTo(0.0358, within(1e-4));
        DiffusionSolver diffusion = new DiffusionSolver(0.1, NoiseForm.EVENT_TYPES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> diffusion.paths(parts, start, 1, 2, new RandomStreams(1)))
                .withMessageContaining("left the state space");
    }

    @Test
    void momentsOutsideTheStateSpaceAreRefused() {
        Transition departure = Transition.of(
                "departure", new double[] {0, -1}, x -> x[0].subtract(0.5).pow(2));
        TransitionProcess tails = TransitionProcess.of(StateSpace.tails(2), List.of(departure));
        FluctuationSolver solver = new FluctuationSolver(1e-9);
        double[] start = {0.9, 0.1};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> solver.overTime(tails, start, 5))
                .withMessageContaining("left the state space")
                .withMessageContaining("x_2 >= x_3");
        Moments now = known(solver.overTime(tails, start, 0.1).get(0).moments());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> solver.propagated(tails, now, 5))
                .withMessageContaining("left the state space");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> solver.crossCovariance(tails, start, 0.1, 5))
                .withMessageContaining("left the state space");
    }

    /** Trial points of a method lie outside, where a rate may be negative or undefined. That is no fault of the process. */
    @Test
    void ratesOutsideTheStateSpaceAreThoseNearby() {
        Transition root = Transition.of("root", new double[] {-1}, x -> x[0].pow(1.5));
        TransitionProcess parts = TransitionProcess.of(StateSpace.parts(1), List.of(root));
        assertThat(States.drift(parts, new double[] {-0.01})).containsExactly(0);
        assertThat(States.drift(parts, new double[] {1.01})).containsExactly(-1);
        TransitionProcess tails = powerOfD(2, LOAD, 3);
        assertThat(States.drift(tails, new double[] {0.5, 0.6, -0.1}))
                .containsExactly(States.drift(tails, new double[] {0.5, 0.5, 0}));
        TransitionProcess pair = TransitionProcess.of(
                StateSpace.parts(2), List.of(Transition.of("loss", new double[] {-1, 0}, x -> x[0])));
        assertThat(States.drift(pair, new double[] {0.9, 0.3})).containsExactly(-0.75, 0);
    }

    @Test
    void whatIsNotFiniteIsNamed() {
        // 3/2 is differentiable once at 0, 1/2 not at all
        for (double power : new double[] {0.5, 1.5}) {
            Transition steep = Transition.of("steep", new double[] {-1}, x -> x[0].pow(power));
            TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(steep));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new FluctuationSolver(1e-9).overTime(process, new double[] {0}, 1))
                    .withMessageContaining(
                            "'steep' has a rate without finite derivatives of order " + (power < 1 ? "1" : "2"));
        }
        Transition term = Transition.of("loss", new double[] {-1}, x -> x[0])
                .withFiniteSizeTerm(x -> x[0].subtract(2).sqrt());
        TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(term));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FluctuationSolver(1e-9).overTime(process, new double[] {0.5}, 1))
                .withMessageContaining("'loss' has the 1/n term NaN");
    }

    @Test
    void aCorrectionThatIsNotANumberIsLarge() {
        assertThat(new RefinedValue(1, Double.NaN).isLarge()).isTrue();
        assertThat(new RefinedValue(0, 0).isLarge()).isFalse();
    }

    @Test
    void negativeRatesAreRefused() {
        Transition negative = Transition.of("negative", new double[] {1}, x -> x[0].subtract(0.5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransitionProcess.of(StateSpace.parts(1), List.of(negative)))
                .withMessageContaining("'negative' has the rate");
        // a rate that is fine on the boundary and negative inside is caught when the trajectory gets there
        Transition dip = Transition.of(
                "dip",
                new double[] {1},
                x -> x[0].subtract(0.5)
                        .pow(2)
                        .subtract(0.01)
                        .multiply(x[0].negate().add(1)));
        TransitionProcess process = TransitionProcess.of(StateSpace.parts(1), List.of(dip));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> States.drift(process, new double[] {0.5}))
                .withMessageContaining("'dip' has the rate");
    }

    @Test
    void statesOutsideTheSpaceAndWrongShapesAreRefused() {
        TransitionProcess epidemic = epidemic(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GridIntegrator(1e-9).solve(epidemic, new double[] {1.5}, 1))
                .withMessageContaining("state space");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GridIntegrator(1e-9).solve(epidemic, new double[] {0.5, 0.5}, 1));
        Transition wide = Transition.of("wide", new double[] {0, 0}, x -> x[0]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransitionProcess.of(StateSpace.parts(1), List.of(wide)))
                .withMessageContaining("2");
        assertThatIllegalArgumentException().isThrownBy(() -> TransitionProcess.of(StateSpace.parts(1), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Transition.of("endless", new double[] {Double.NaN}, x -> x[0]));
    }

    private static <T> T known(Outcome<T> outcome) {
        return outcome.value().orElseThrow();
    }
}
