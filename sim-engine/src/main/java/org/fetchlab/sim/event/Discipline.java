package org.fetchlab.sim.event;

/** In which order a server works on its copies. */
public enum Discipline {
    /** First come, first served: one copy at a time. */
    FIRST_COME_FIRST_SERVED,
    /** Processor sharing: all copies at once, each at an equal share of the speed. */
    PROCESSOR_SHARING
}
