package org.fetchlab.sim;

import org.fetchlab.model.service.ServiceTime;

/** Mean times in the system that theory knows, with their sources. */
final class ExactMeans {
    private ExactMeans() {}

    /** M/G/1, first come first served (Pollaczek, Khinchine): E[S] + λ E[S²] / (2 (1 - ρ)). */
    static double firstComeFirstServed(double arrivalRate, ServiceTime law) {
        return law.moment(1).value().orElseThrow()
                + arrivalRate * law.moment(2).value().orElseThrow() / (2 * (1 - load(arrivalRate, law)));
    }

    /** M/G/1 under processor sharing (Kleinrock): E[S] / (1 - ρ), whatever the law. */
    static double processorSharing(double arrivalRate, ServiceTime law) {
        return law.moment(1).value().orElseThrow() / (1 - load(arrivalRate, law));
    }

    private static double load(double arrivalRate, ServiceTime law) {
        return arrivalRate * law.moment(1).value().orElseThrow();
    }

    /**
     * M/G/1 with up times Exp(f) and down times Exp(r), preemptive resume. On the clock that stands still during down times
     * the workload is that of M/G/1 with single arrivals at rate λ and, at rate f, the batch that arrives during a down time;
     * an arrival during a down time also waits for its rest.
     */
    static double interrupted(double arrivalRate, ServiceTime law, double f, double r) {
        double s1 = law.moment(1).value().orElseThrow();
        double s2 = law.moment(2).value().orElseThrow();
        double batch2 = arrivalRate / r * s2 + arrivalRate * arrivalRate * 2 / (r * r) * s1 * s1;
        double stretch = 1 + f / r;
        double workload = (arrivalRate * s2 + f * batch2) / (2 * (1 - arrivalRate * s1 * stretch));
        double down = (f / r) / stretch;
        return stretch * (workload + down * arrivalRate / r * s1 + s1) + down / r;
    }

    /** M/M/c with service rate 1 (Erlang's formula C): 1 + C(c, λ) / (c - λ). */
    static double manyServers(int c, double arrivalRate) {
        double blocked = 1;
        for (int servers = 1; servers <= c; servers++) {
            blocked = arrivalRate * blocked / (servers + arrivalRate * blocked);
        }
        double delayed = blocked / (1 - arrivalRate / c * (1 - blocked));
        return 1 + delayed / (c - arrivalRate);
    }

    /** Two-way fork-join with service rate 1 (Flatto, Hahn; Nelson, Tantawi): (12 - ρ) / (8 (1 - ρ)). */
    static double twoWayForkJoin(double load) {
        return (12 - load) / (8 * (1 - load));
    }

    /** Redundancy-d with service rate 1 (Gardner et al., Oper. Res. 2017): Σ_{i=d}^{n} 1 / (i C(n,d)/C(i,d) - nλ). */
    static double redundancy(int n, int d, double load) {
        double sum = 0;
        double ratio = 1;
        for (int i = n; i >= d; i--) {
            sum += 1 / (i * ratio - n * load);
            ratio *= (double) i / (i - d);
        }
        return sum;
    }
}
