package org.fetchlab.model.code;

/**
 * The finite fields over which servers combine objects: GF(2), and GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1 (0x11d), in
 * which the numbers 0 to 255 stand for polynomials over GF(2).
 *
 * <p>GF(2) = {0, 1} is a subfield of GF(2^8), and a rank does not change when the field is extended. One arithmetic
 * therefore serves both; the field of a matrix only says which entries it may have. Addition is exclusive or.
 */
public enum GaloisField {
    /** The two-element field: exclusive or of objects. */
    GF2(2),
    /** The field of bytes of Reed-Solomon codes, with polynomial 0x11d and generator 2. */
    GF256(256);

    private static final int POLYNOMIAL = 0x11d;
    private static final byte[][] PRODUCTS = products();

    private final int order;

    GaloisField(int order) {
        this.order = order;
    }

    /**
     * The field with a number of elements.
     *
     * @param order 2 or 256
     * @return the field
     * @throws IllegalArgumentException for any other order
     */
    public static GaloisField ofOrder(int order) {
        for (GaloisField field : values()) {
            if (field.order == order) {
                return field;
            }
        }
        throw new IllegalArgumentException("field order " + order + " must be 2 or 256");
    }

    /**
     * The number of elements.
     *
     * @return 2 or 256
     */
    public int order() {
        return order;
    }

    /**
     * Whether a number stands for an element.
     *
     * @param value any number
     * @return true if {@code 0 <= value < order()}
     */
    public boolean contains(int value) {
        return value >= 0 && value < order;
    }

    /**
     * A product, in GF(2^8) and so in its subfield GF(2).
     *
     * @param a an element, in [0, 256)
     * @param b an element, in [0, 256)
     * @return a times b
     */
    public static int multiply(int a, int b) {
        return PRODUCTS[a][b] & 0xff;
    }

    /**
     * A multiplicative inverse, in GF(2^8) and so in its subfield GF(2).
     *
     * @param a a non-zero element, in [1, 256)
     * @return the element whose product with a is 1
     * @throws ArithmeticException if a is 0
     */
    public static int inverse(int a) {
        for (int b = 1; b < PRODUCTS.length; b++) {
            if (multiply(a, b) == 1) {
                return b;
            }
        }
        throw new ArithmeticException("0 has no inverse");
    }

    /** Adds {@code factor * source} to {@code target}, element by element. */
    static void addMultiple(byte[] target, int factor, byte[] source) {
        byte[] multiples = PRODUCTS[factor];
        for (int i = 0; i < target.length; i++) {
            target[i] ^= multiples[source[i] & 0xff];
        }
    }

    /** Divides by a non-zero element, element by element. */
    static void divide(byte[] vector, int divisor) {
        byte[] multiples = PRODUCTS[inverse(divisor)];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = multiples[vector[i] & 0xff];
        }
    }

    private static byte[][] products() {
        byte[][] products = new byte[256][256];
        for (int a = 0; a < 256; a++) {
            for (int b = 0; b < 256; b++) {
                products[a][b] = (byte) polynomialProduct(a, b);
            }
        }
        return products;
    }

    private static int polynomialProduct(int a, int b) {
        int product = 0;
        for (int multiple = a, rest = b; rest != 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                product ^= multiple;
            }
            multiple <<= 1;
            if (multiple > 0xff) {
                multiple ^= POLYNOMIAL;
            }
        }
        return product;
    }
}
