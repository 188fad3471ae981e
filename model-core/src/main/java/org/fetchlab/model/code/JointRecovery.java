package org.fetchlab.model.code;

import java.util.List;
import java.util.stream.IntStream;

/** Recovery of several things at once: the set must recover every part. The whole file of a direct sum of codes. */
public final class JointRecovery implements Recovery {
    private final List<Recovery> parts;

    private JointRecovery(List<Recovery> parts) {
        this.parts = parts;
    }

    /**
     * Recovery of every part.
     *
     * @param parts at least one, all over the same number of servers
     * @return the joint recovery
     * @throws IllegalArgumentException if there is no part, or the parts differ in their number of servers
     */
    public static JointRecovery of(List<? extends Recovery> parts) {
        if (parts.stream().mapToInt(Recovery::servers).distinct().count() != 1) {
            throw new IllegalArgumentException("the parts of a joint recovery need one common number of servers");
        }
        return new JointRecovery(List.copyOf(parts));
    }

    /**
     * What has to be recovered.
     *
     * @return the parts, at least one
     */
    public List<Recovery> parts() {
        return parts;
    }

    /** Whether no server is useful for two parts. */
    boolean areDisjoint() {
        return GroupRecovery.areDisjoint(
                parts.stream().map(Recovery::usefulServers).toArray(int[][]::new));
    }

    @Override
    public int servers() {
        return parts.get(0).servers();
    }

    @Override
    public int[] usefulServers() {
        return parts.stream()
                .flatMapToInt(part -> IntStream.of(part.usefulServers()))
                .distinct()
                .sorted()
                .toArray();
    }

    @Override
    public Decoder decoder() {
        Decoder[] decoders = parts.stream().map(Recovery::decoder).toArray(Decoder[]::new);
        return new Decoder() {
            @Override
            public void reset() {
                for (Decoder decoder : decoders) {
                    decoder.reset();
                }
            }

            @Override
            public boolean add(int server) {
                boolean all = true;
                for (Decoder decoder : decoders) {
                    all &= decoder.add(server);
                }
                return all;
            }
        };
    }
}
