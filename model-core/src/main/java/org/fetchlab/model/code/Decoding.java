package org.fetchlab.model.code;

/** Which finished copies are enough to recover an object. */
public enum Decoding {
    /**
     * Linear decoding: any set of servers whose stored combinations span the object. What an erasure decoder can do.
     */
    LINEAR,
    /**
     * Group decoding: the systematic server, or all servers of one recovery group. The model of Aktaş, Kadhe, Soljanin
     * and Sprintson (IEEE Trans. Commun. 2021); never faster than linear decoding.
     */
    GROUPS
}
