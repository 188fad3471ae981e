package org.fetchlab.model.code;

/** Where generator matrices that a text form names come from; whoever reads files supplies it. */
@FunctionalInterface
public interface MatrixSource {
    /**
     * Reads a generator matrix.
     *
     * @param name the name that the text form gives, for example of a file
     * @return the matrix
     * @throws IllegalArgumentException if there is no such matrix or it is not one, with a sentence that says why
     */
    GeneratorMatrix read(String name);

    /**
     * A source without matrices, for text forms that name none.
     *
     * @return a source that refuses every name
     */
    static MatrixSource none() {
        return name -> {
            throw new IllegalArgumentException("matrix(" + name + "): no matrix files can be read here");
        };
    }
}
