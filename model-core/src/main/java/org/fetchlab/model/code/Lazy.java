package org.fetchlab.model.code;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is computed once, at the first use, by whichever thread comes first. */
final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> computation;
    private @Nullable T value;

    Lazy(Supplier<T> computation) {
        this.computation = computation;
    }

    @Override
    public synchronized T get() {
        T known = value;
        if (known == null) {
            known = computation.get();
            value = known;
        }
        return known;
    }
}
