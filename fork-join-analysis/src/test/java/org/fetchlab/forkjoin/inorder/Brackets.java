package org.fetchlab.forkjoin.inorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.result.Bounds;

/** What the tests of exact brackets share. */
final class Brackets {
    private Brackets() {}

    static InOrderAnalysis analysis(Recovery code) {
        return InOrderAnalysis.of(InOrderSystem.of(code, 1));
    }

    static void assertOverlap(Bounds bracket, double lower, double upper) {
        assertThat(lower(bracket)).isLessThanOrEqualTo(upper * (1 + 1e-11));
        assertThat(upper(bracket)).isGreaterThanOrEqualTo(lower * (1 - 1e-11));
    }

    static double lower(Bounds bounds) {
        return bounds.lower().value().orElseThrow();
    }

    static double upper(Bounds bounds) {
        return bounds.upper().value().orElseThrow();
    }
}
