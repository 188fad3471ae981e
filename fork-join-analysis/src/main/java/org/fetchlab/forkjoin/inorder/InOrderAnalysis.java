package org.fetchlab.forkjoin.inorder;

import java.util.Optional;
import org.fetchlab.forkjoin.numeric.Require;
import org.fetchlab.model.result.Verdict;

/**
 * Exact analysis of in-order fork-join by a quasi-birth-death process with certified bounds.
 *
 * <p>State: the number N of requests in the system and the lead of each server, the number of copies it has finished of
 * requests still present. Leads are unbounded; limiting them to c makes the process solvable:
 *
 * <ul>
 *   <li><b>Upper bound:</b> a server whose lead is c waits. With c = 1 this is split-merge; for (2,1)-availability with c = 2
 *       it is the five-column matrix-analytic bound of Aktaş et al. (2021).
 *   <li><b>Lower bound:</b> a server whose lead would exceed c completes the head of the line for free.
 * </ul>
 *
 * <p>Count the requests that each server is done with, finished or cancelled, F_j, and those that have left, D. Driven by
 * the same service completions, both are monotone: a wait can only keep an F_j back, a free completion can only push D and
 * the F_j ahead, and the difference persists. Hence every request leaves later in the first and earlier in the second chain,
 * and the same coupling orders the chains in c: brackets are nested. They close geometrically.
 */
public final class InOrderAnalysis {
    private static final int FIRST_LEAD = 2;
    private static final int SECOND_LEAD = 4;
    /** A step multiplies the phases by at most 3, and the time by 27, before the closing rate is measured again. */
    private static final int GROWTH = 3;
    /** Chains so small that steps need no care. */
    private static final int SMALL = 40;
    /** Brackets close faster at first than in the end: with a single lead, a step too far is cheaper than one more. */
    private static final double MARGIN = 1.05;

    private static final double LONGEST_STEP = 5;

    private final InOrderSystem system;

    private InOrderAnalysis(InOrderSystem system) {
        this.system = system;
    }

    /**
     * The analysis of a system.
     *
     * @param system what is analysed
     * @return the analysis
     */
    public static InOrderAnalysis of(InOrderSystem system) {
        return new InOrderAnalysis(system);
    }

    /**
     * The chains with one lead limit.
     *
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @param maxLead c, at least 1
     * @param maxPhases the phase budget, at least 1
     * @return the result
     * @throws IllegalArgumentException if an argument is out of range or the phases are more than the budget
     */
    public InOrderResult withLeads(double arrivalRate, int maxLead, int maxPhases) {
        Require.arrivalRate(arrivalRate);
        Accuracy limits = new Accuracy(1, maxLead, maxPhases);
        LeadPhases phases = LeadPhases.of(system, maxLead, limits.maxPhases())
                .orElseThrow(() -> new IllegalArgumentException("leads up to " + maxLead + " need more than "
                        + maxPhases + " phases: raise the phase budget or lower the lead limit"));
        return InOrderResult.of(system, phases, arrivalRate);
    }

    /**
     * The bracket at one arrival rate, the lead limit raised until it is narrow enough, the system is known to be unstable,
     * or a limit of the accuracy is reached.
     *
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @param accuracy tolerance and limits
     * @return the result with the largest lead limit tried
     * @throws IllegalArgumentException if the rate is not positive and finite, or a single lead needs more phases than the
     *     budget
     */
    public InOrderResult at(double arrivalRate, Accuracy accuracy) {
        return within(arrivalRate, accuracy)
                .orElseThrow(() -> new IllegalArgumentException("a lead of one request takes more than "
                        + accuracy.maxPhases() + " phases: raise the phase budget"));
    }

    /**
     * The bracket at one arrival rate, as {@link #at} finds it, if the budget suffices for any.
     *
     * @param arrivalRate &lambda;, at least 1e-100 and finite
     * @param accuracy tolerance and limits
     * @return the result with the largest lead limit tried, empty if a single lead needs more phases than the budget
     * @throws IllegalArgumentException if the rate is not positive and finite
     */
    public Optional<InOrderResult> within(double arrivalRate, Accuracy accuracy) {
        Require.arrivalRate(arrivalRate);
        return first(arrivalRate, accuracy).map(start -> raised(start, accuracy));
    }

    private InOrderResult raised(InOrderResult start, Accuracy accuracy) {
        InOrderResult before = start;
        InOrderResult result = next(before, SECOND_LEAD, accuracy).orElse(before);
        while (!done(result, accuracy)) {
            Optional<InOrderResult> wider = next(result, predictedLead(before, result, accuracy), accuracy);
            if (wider.isEmpty()) {
                return result;
            }
            before = result;
            result = wider.get();
        }
        return result;
    }

    private Optional<InOrderResult> first(double arrivalRate, Accuracy accuracy) {
        int lead = Math.min(FIRST_LEAD, accuracy.maxLead());
        return LeadPhases.of(system, lead, accuracy.maxPhases())
                .or(() -> LeadPhases.of(system, 1, accuracy.maxPhases()))
                .map(phases -> InOrderResult.of(system, phases, arrivalRate));
    }

    private static boolean done(InOrderResult result, Accuracy accuracy) {
        return result.verdict() == Verdict.UNSTABLE || result.relativeWidth() <= accuracy.tolerance();
    }

    /** The result with the wanted lead limit, or the largest below it within the limits; empty when that is no progress. */
    private Optional<InOrderResult> next(InOrderResult result, int wanted, Accuracy accuracy) {
        if (done(result, accuracy)) {
            return Optional.empty();
        }
        int lead = Math.min(wanted, accuracy.maxLead());
        int step = Math.min(accuracy.maxPhases(), Math.max(SMALL, GROWTH * result.phases()));
        Optional<LeadPhases> phases = Optional.empty();
        while (lead > result.maxLead() && phases.isEmpty()) {
            int budget = lead == result.maxLead() + 1 ? accuracy.maxPhases() : step;
            phases = LeadPhases.of(system, lead, budget);
            lead--;
        }
        return phases.filter(found -> found.size() > result.phases())
                .map(found -> InOrderResult.of(system, found, result.arrivalRate()));
    }

    /** The lead limit at which a bracket that goes on closing at its geometric rate is narrow enough. */
    private static int predictedLead(InOrderResult before, InOrderResult result, Accuracy accuracy) {
        int lead = result.maxLead();
        double width = result.relativeWidth();
        double ratio = Math.log(before.relativeWidth() / width) / (lead - before.maxLead());
        if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
            return 2 * lead;
        }
        double margin = result.phases() <= 2 * lead ? MARGIN : 1;
        double further = Math.ceil(margin * Math.log(width / accuracy.tolerance()) / ratio);
        return lead + (int) Math.max(1, Math.min(further, LONGEST_STEP * lead));
    }
}
