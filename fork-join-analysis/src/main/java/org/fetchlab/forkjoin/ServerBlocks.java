package org.fetchlab.forkjoin;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.fetchlab.model.code.Recovery;

/**
 * The independent parts of a storage system: objects whose requests can meet at a server, directly or through others,
 * belong to one block.
 */
final class ServerBlocks {
    private ServerBlocks() {}

    /**
     * The objects of each block: the connected components of the graph that joins objects with their useful servers.
     *
     * @param objects the recovery of each object
     * @return for every block, the indices of its objects in increasing order
     */
    static List<List<Integer>> of(List<? extends Recovery> objects) {
        List<List<Integer>> blocks = new ArrayList<>();
        List<BitSet> servers = new ArrayList<>();
        for (int object = 0; object < objects.size(); object++) {
            List<Integer> members = new ArrayList<>();
            BitSet useful = new BitSet();
            for (int server : objects.get(object).usefulServers()) {
                useful.set(server);
            }
            for (int b = blocks.size() - 1; b >= 0; b--) {
                if (servers.get(b).intersects(useful)) {
                    members.addAll(blocks.remove(b));
                    useful.or(servers.remove(b));
                }
            }
            members.add(object);
            members.sort(null);
            blocks.add(members);
            servers.add(useful);
        }
        return blocks;
    }
}
