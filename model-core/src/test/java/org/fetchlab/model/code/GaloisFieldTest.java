package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GaloisFieldTest {
    @Test
    void productsAreThoseOfPolynomialsModulo0x11d() {
        for (int a = 0; a < 256; a++) {
            for (int b = 0; b < 256; b++) {
                assertThat(GaloisField.multiply(a, b)).isEqualTo(BruteForce.product(a, b));
            }
        }
    }

    @Test
    void everyNonZeroElementTimesItsInverseIsOne() {
        for (int a = 1; a < 256; a++) {
            assertThat(GaloisField.multiply(a, GaloisField.inverse(a))).isEqualTo(1);
        }
        assertThatThrownBy(() -> GaloisField.inverse(0)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void twoGeneratesAllNonZeroElements() {
        int power = 2;
        int order = 1;
        while (power != 1) {
            power = GaloisField.multiply(power, 2);
            order++;
        }
        assertThat(order).isEqualTo(255);
    }

    @Test
    void fieldsAreKnownByTheirOrder() {
        assertThat(GaloisField.ofOrder(2)).isEqualTo(GaloisField.GF2);
        assertThat(GaloisField.ofOrder(256)).isEqualTo(GaloisField.GF256);
        assertThatThrownBy(() -> GaloisField.ofOrder(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field order 3 must be 2 or 256");
        assertThat(GaloisField.GF2.contains(2)).isFalse();
        assertThat(GaloisField.GF256.contains(255)).isTrue();
        assertThat(GaloisField.GF256.contains(-1)).isFalse();
    }
}
