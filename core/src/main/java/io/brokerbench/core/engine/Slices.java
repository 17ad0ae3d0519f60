package io.brokerbench.core.engine;

import io.brokerbench.core.engine.Assignment.Slice;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cuts the clients of a scenario into slices, one for each worker.
 *
 * <ul>
 *   <li>What one publisher sends to one recipient is received in one slice, so that no ledger is
 *       split: all members of a shared subscription are in the first slice; other consumers are
 *       dealt out in turn.
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
    int[] consumers = new int[workers];
    for (int id = 0; id < topology.consumers(); id++) {
      consumers[workerOfConsumer(topology, id, workers)]++;
    }
    int[] workerOfPublisher = deal(publishers(topology.publishers(), consumers));
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int worker = i;
      slices.add(
          new Slice(
              ClientIds.of(
                  IntStream.range(0, topology.publishers())
                      .filter(id -> workerOfPublisher[id] == worker)),
              ClientIds.of(
                  IntStream.range(0, topology.consumers())
                      .filter(id -> workerOfConsumer(topology, id, workers) == worker))));
    }
    return slices;
  }

  /** The most clients that one of the slices has. */
  public static int mostClients(Topology topology, int workers) {
    return cut(topology, workers).stream().mapToInt(Slice::clients).max().orElseThrow();
  }

  private static int workerOfConsumer(Topology topology, int id, int workers) {
    return topology.distribution() == Distribution.SHARED ? 0 : id % workers;
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
