package org.fetchlab.forkjoin;

import java.util.List;
import java.util.Optional;
import org.fetchlab.forkjoin.inorder.Accuracy;
import org.fetchlab.forkjoin.inorder.InOrderResult;
import org.fetchlab.forkjoin.literature.PublishedResult;
import org.fetchlab.forkjoin.lowtraffic.LowTrafficMixture;
import org.fetchlab.forkjoin.mg1.SaturatedLeads;
import org.fetchlab.model.result.Bounds;
import org.fetchlab.model.result.Outcome;
import org.fetchlab.model.result.Verdict;

/** {@link ForkJoinAnalysis} of a system in which every request asks for a random object. */
final class GeneralArrivalsAnalysis implements ForkJoinAnalysis {
    private final GeneralArrivals system;
    private final double arrivalRate;
    private final Bounds mean;

    private GeneralArrivalsAnalysis(GeneralArrivals system, double arrivalRate, Bounds mean) {
        this.system = system;
        this.arrivalRate = arrivalRate;
        this.mean = mean;
    }

    static GeneralArrivalsAnalysis of(GeneralArrivals system, double arrivalRate, Accuracy accuracy) {
        return new GeneralArrivalsAnalysis(system, arrivalRate, system.bounds(arrivalRate, accuracy));
    }

    @Override
    public double arrivalRate() {
        return arrivalRate;
    }

    @Override
    public Verdict verdict() {
        return system.verdict(arrivalRate);
    }

    @Override
    public Bounds capacity() {
        return system.capacity();
    }

    @Override
    public LowTrafficMixture lowTraffic() {
        return system.lowTraffic();
    }

    @Override
    public Outcome<Double> lowTrafficMoment(int order) {
        return system.lowTraffic().moment(order);
    }

    @Override
    public Outcome<Double> splitMerge() {
        return mean.upper();
    }

    @Override
    public Outcome<Double> fastSplitMerge() {
        return system.fastSplitMerge(arrivalRate);
    }

    @Override
    public Outcome<InOrderResult> exact() {
        return new Outcome.None<>(
                "in-order chain", "not applicable: requests for different objects do not depart in order");
    }

    @Override
    public Bounds mean() {
        return mean;
    }

    @Override
    public List<Approximation> approximations() {
        return List.of();
    }

    @Override
    public Optional<SaturatedLeads> saturation() {
        return Optional.empty();
    }

    @Override
    public List<PublishedResult> literature() {
        return List.of();
    }
}
