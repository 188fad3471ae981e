package org.fetchlab.forkjoin.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fetchlab.forkjoin.Recoveries.availability;
import static org.fetchlab.forkjoin.Recoveries.oneObject;
import static org.fetchlab.forkjoin.Recoveries.wholeFile;

import java.util.List;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.GroupRecovery;
import org.fetchlab.model.code.JointRecovery;
import org.fetchlab.model.code.Recovery;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.code.ThresholdRecovery;
import org.junit.jupiter.api.Test;

class CanonicalRecoveryTest {
    @Test
    void oneServerOrTwoOthersIsOneShapeUnderEveryName() {
        List<Recovery> names = List.of(
                availability(2, 1),
                oneObject(3, 2),
                StorageCode.simplex(2).recovery(0, Decoding.LINEAR),
                GroupRecovery.of(3, new int[][] {{0}, {1, 2}, {0, 1}}));
        for (Recovery name : names) {
            DisjointGroups shape = DisjointGroups.of(name).orElseThrow();
            assertThat(shape.isLocalityTwo()).isTrue();
            assertThat(shape.groups()).isEqualTo(1);
            assertThat(shape.alone()).hasSize(1);
        }
    }

    @Test
    void anyOneOfManyIsReplicationUnderEveryName() {
        for (Recovery name : List.of(availability(1, 3), oneObject(4, 1), wholeFile(4, 1))) {
            ThresholdRecovery canonical = (ThresholdRecovery) CanonicalRecovery.of(name);
            assertThat(canonical.systematic()).isNegative();
            assertThat(canonical.candidates()).hasSize(4);
            assertThat(canonical.needed()).isEqualTo(1);
        }
    }

    @Test
    void listedSetsOfOneSizeAreAThreshold() {
        Recovery anyTwo = GroupRecovery.of(3, new int[][] {{0, 1}, {0, 2}, {1, 2}});
        assertThat(((ThresholdRecovery) CanonicalRecovery.of(anyTwo)).needed()).isEqualTo(2);
        Recovery systematic = GroupRecovery.of(4, new int[][] {{3}, {0, 1}, {0, 2}, {1, 2}});
        assertThat(((ThresholdRecovery) CanonicalRecovery.of(systematic)).systematic())
                .isEqualTo(3);
        Recovery both = JointRecovery.of(
                List.of(ThresholdRecovery.anyOf(2, new int[] {0}, 1), ThresholdRecovery.anyOf(2, new int[] {1}, 1)));
        assertThat(((ThresholdRecovery) CanonicalRecovery.of(both)).needed()).isEqualTo(2);
    }

    @Test
    void whatBelongsToNoFamilyStaysAsItIs() {
        Recovery path = GroupRecovery.of(3, new int[][] {{0, 1}, {1, 2}});
        assertThat(CanonicalRecovery.of(path)).isSameAs(path);
        Recovery simplex = StorageCode.simplex(3).recovery(0, Decoding.LINEAR);
        assertThat(CanonicalRecovery.of(simplex)).isSameAs(simplex);
        assertThat(DisjointGroups.of(path)).isEmpty();
        assertThat(DisjointGroups.of(wholeFile(3, 3))).isEmpty();
    }

    @Test
    void groupsOfSeveralSizesAreDisjointGroupsButNoAvailability() {
        DisjointGroups shape = DisjointGroups.of(GroupRecovery.of(6, new int[][] {{0}, {1, 2}, {3, 4, 5}}))
                .orElseThrow();
        assertThat(shape.groupSize()).isEmpty();
        assertThat(shape.isAvailability()).isFalse();
        assertThat(shape.group(1)).containsExactly(3, 4, 5);
    }

    @Test
    void enumerationFindsTheMinimalSets() {
        RecoveringSets sets = RecoveringSets.of(oneObject(4, 2));
        assertThat(sets.minimal())
                .containsExactlyInAnyOrder(new int[] {0}, new int[] {1, 2}, new int[] {1, 3}, new int[] {2, 3});
        assertThat(sets.recovers(0b1000)).isFalse();
        assertThat(sets.recovers(0b1100)).isTrue();
        assertThatThrownBy(() -> RecoveringSets.of(wholeFile(21, 3))).hasMessageContaining("at most 20");
    }
}
