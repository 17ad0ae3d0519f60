package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cuts the clients of a scenario into slices, one for each worker.
 *
 * <ul>
 *   <li>What one publisher sends to one recipient is received in one slice, so that no ledger is
 *       split: all members of a shared subscription, responders included, are in the first slice;
 *       other consumers are dealt out in turn.
 *   <li>Publishers fill up, so that slices have the same number of <em>clients</em>, to one, where
 *       that can be: it is connections that a process has a limit of.
 *   <li>Each slice has publishers from all parts of the range of ids. As the schedule goes through
 *       the publishers by id, all workers send all the time, and none has to send a round's first
 *       half alone.
 * </ul>
 *
 * <p>The cut is a function of the topology and the number of workers.
 */
public final class Slices {

  private Slices() {}

  /**
   * Cuts.
   *
   * @param workers at least 1; some slices may be empty
   */
  public static List<Slice> cut(Topology topology, int workers) {
    int[] workerOfConsumer =
        IntStream.range(0, topology.subscribers())
            .map(id -> workerOfConsumer(topology, id, workers))
            .toArray();
    int[] shares = publishers(topology.publishers(), counts(workerOfConsumer, workers));
    return slices(deal(shares), workerOfConsumer, workers);
  }

  /**
   * Cuts for workers that differ: each gets clients by its weight, and no more than it has room
   * for. Publishers are distributed by weight, wherever the consumers are, so that each worker that
   * receives also sends, and some of what it receives was sent by the same clock. Requesters are
   * where the consumers of their replies are, so that one clock times each round trip; responders
   * are all in one place.
   *
   * @param rooms of the workers; those together have to hold all clients
   * @throws DefinitionException if they do not
   */
  public static List<Slice> cut(Topology topology, List<WorkerCapacity> rooms) {
    if (topology.hasRequests()) {
      return cutRequests(topology, rooms);
    }
    int workers = rooms.size();
    boolean together = topology.distribution() == Distribution.SHARED;
    int[] workerOfConsumer =
        together
            ? all(topology.consumers(), withRoomFor(topology.consumers(), rooms))
            : deal(WorkerCapacity.shares(topology.consumers(), rooms));
    int[] consumers = counts(workerOfConsumer, workers);
    List<WorkerCapacity> left = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      left.add(rooms.get(i).without(consumers[i]));
    }
    WorkerCapacity.requireFor(topology.publishers() + topology.consumers(), rooms);
    return slices(
        deal(WorkerCapacity.shares(topology.publishers(), left)), workerOfConsumer, workers);
  }

  private static List<Slice> cutRequests(Topology topology, List<WorkerCapacity> rooms) {
    WorkerCapacity.requireFor(topology.clients(), rooms);
    int responders = topology.subscribers() - topology.consumers();
    int responding = withRoomFor(responders, rooms);
    int largest = 1 + (topology.publishers() - 1) / topology.consumers() + 1;
    List<WorkerCapacity> left = new ArrayList<>(rooms);
    left.set(responding, rooms.get(responding).without(responders));
    List<WorkerCapacity> groups = left.stream().map(room -> room.ofGroups(largest)).toList();
    long fitting = groups.stream().mapToLong(WorkerCapacity::mostClients).sum();
    if (fitting < topology.consumers()) {
      throw new DefinitionException(
          NumberText.sentence(
              "up to %s clients belong together, requesters and the consumer of their replies: %s"
                  + " agents have room for %s of %s such groups",
              largest, rooms.size(), fitting, topology.consumers()));
    }
    int[] ofConsumer = deal(WorkerCapacity.shares(topology.consumers(), groups));
    int[] ofPublisher =
        IntStream.range(0, topology.publishers())
            .map(publisher -> ofConsumer[topology.partitionOf(publisher)])
            .toArray();
    int[] ofSubscriber =
        IntStream.concat(IntStream.of(ofConsumer), IntStream.of(all(responders, responding)))
            .toArray();
    return slices(ofPublisher, ofSubscriber, rooms.size());
  }

  private static int[] all(int clients, int worker) {
    int[] workers = new int[clients];
    Arrays.fill(workers, worker);
    return workers;
  }

  /** The first that has room for them, as the first are the strongest; else the one with most. */
  private static int withRoomFor(int clients, List<WorkerCapacity> rooms) {
    int most = 0;
    for (int i = 0; i < rooms.size(); i++) {
      if (rooms.get(i).mostClients() >= clients) {
        return i;
      }
      most = rooms.get(i).mostClients() > rooms.get(most).mostClients() ? i : most;
    }
    return most;
  }

  private static int[] counts(int[] workerOfClient, int workers) {
    int[] counts = new int[workers];
    for (int worker : workerOfClient) {
      counts[worker]++;
    }
    return counts;
  }

  private static List<Slice> slices(int[] ofPublisher, int[] ofConsumer, int workers) {
    return IntStream.range(0, workers)
        .mapToObj(worker -> new Slice(ids(ofPublisher, worker), ids(ofConsumer, worker)))
        .toList();
  }

  private static ClientIds ids(int[] workerOfClient, int worker) {
    return ClientIds.of(
        IntStream.range(0, workerOfClient.length).filter(id -> workerOfClient[id] == worker));
  }

  /**
   * The most clients that one of the workers has.
   *
   * @param topologies of the runs that share the workers
   */
  public static int mostClients(List<Topology> topologies, int workers) {
    int[] clients = new int[workers];
    for (Topology topology : topologies) {
      List<Slice> slices = cut(topology, workers);
      for (int i = 0; i < workers; i++) {
        clients[i] += slices.get(i).clients();
      }
    }
    return IntStream.of(clients).max().orElseThrow();
  }

  private static int workerOfConsumer(Topology topology, int id, int workers) {
    boolean together = topology.distribution() == Distribution.SHARED || topology.isResponder(id);
    return together ? 0 : id % workers;
  }

  /** How many publishers each worker gets, so that its clients come as near to all others'. */
  private static int[] publishers(int count, int[] consumers) {
    int level = 0;
    int high = count + IntStream.of(consumers).max().orElse(0);
    while (level < high) {
      int middle = (level + high) >>> 1;
      if (room(consumers, middle) >= count) {
        high = middle;
      } else {
        level = middle + 1;
      }
    }
    int[] shares = new int[consumers.length];
    int rest = count;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.max(0, level - 1 - consumers[i]);
      rest -= shares[i];
    }
    for (int i = shares.length - 1; rest > 0; i--) {
      if (shares[i] + consumers[i] < level) {
        shares[i]++;
        rest--;
      }
    }
    return shares;
  }

  /** Publishers that there is room for when no worker shall have more clients than a level. */
  private static long room(int[] consumers, int level) {
    return IntStream.of(consumers).mapToLong(own -> Math.max(0, level - own)).sum();
  }

  /** Deals out publishers by id: the next one to the worker that is furthest behind its share. */
  private static int[] deal(int[] shares) {
    int count = IntStream.of(shares).sum();
    int[] workers = new int[count];
    long[] dealt = new long[shares.length];
    for (int id = 0; id < count; id++) {
      int next = 0;
      long furthest = Long.MIN_VALUE;
      for (int i = 0; i < shares.length; i++) {
        long behind = (id + 1L) * shares[i] - dealt[i] * count;
        if (behind > furthest && dealt[i] < shares[i]) {
          furthest = behind;
          next = i;
        }
      }
      dealt[next]++;
      workers[id] = next;
    }
    return workers;
  }
}
