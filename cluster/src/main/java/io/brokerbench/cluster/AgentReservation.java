package io.brokerbench.cluster;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.cluster.AgentOffer;
import io.brokerbench.core.cluster.ClusterProvider.Order;
import io.brokerbench.core.engine.measure.RunException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.infinispan.remoting.transport.Address;

/**
 * Finds agents that are free and of this build, and takes as many as are wanted: all of them or
 * none. A coordinator that finds too few gives back what it took, so that one of two that want the
 * same agents gets them all.
 */
final class AgentReservation {

  private static final long ANSWER_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 200;

  private final ClusterNode node;
  private final Request.Reserve contract;
  private final String version;
  private final NanoClock clock;
  private final Consumer<String> notes;
  private final SplittableRandom random = new SplittableRandom();

  AgentReservation(
      ClusterNode node,
      Request.Reserve contract,
      String version,
      NanoClock clock,
      Consumer<String> notes) {
    this.node = node;
    this.contract = contract;
    this.version = version;
    this.clock = clock;
    this.notes = notes;
  }

  /**
   * Waits for them and takes them.
   *
   * @param cluster its name, for people
   * @throws RunException if there are too few by then; none is taken then
   */
  List<ReservedAgent> reserve(String cluster, Order order)
      throws RunException, InterruptedException {
    long deadline = clock.nanoTime() + order.patience().toNanos();
    Map<String, String> unfit = new LinkedHashMap<>();
    boolean reported = false;
    while (true) {
      unfit.clear();
      List<ReservedAgent> free = free(unfit);
      if (free.size() >= order.agents()) {
        List<ReservedAgent> taken = take(free, order.agents(), unfit);
        if (taken.size() == order.agents()) {
          return taken;
        }
        giveBack(taken);
        free = taken;
      }
      if (clock.nanoTime() - deadline >= 0) {
        throw new RunException(tooFew(cluster, order, free, unfit), null);
      }
      if (!reported) {
        reported = true;
        notes.accept("waiting for agents: " + standing(order, free, unfit));
      }
      // Two that always ask at the same moments would take half of the agents each, again and
      // again.
      Thread.sleep(PAUSE_MILLIS + random.nextLong(PAUSE_MILLIS));
    }
  }

  private List<ReservedAgent> free(Map<String, String> unfit) throws InterruptedException {
    Map<Address, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
    node.others()
        .forEach(
            member -> asked.put(member, node.ask(member, new Request.Describe(), ANSWER_MILLIS)));
    List<ReservedAgent> free = new ArrayList<>();
    for (Map.Entry<Address, CompletableFuture<Reply>> entry : asked.entrySet()) {
      Optional<Reply> reply = reply(entry.getValue());
      if (reply.isEmpty()) {
        unfit.put(entry.getKey().toString(), "does not answer");
      } else if (reply.get() instanceof Reply.UnsupportedVersion unsupported) {
        unfit.put(entry.getKey().toString(), isAnother(unsupported.version()));
      } else if (reply.get() instanceof Reply.Refused refused) {
        unfit.put(entry.getKey().toString(), "refuses: " + refused.why());
      } else if (reply.get() instanceof Reply.Description who && who.offer().isPresent()) {
        AgentOffer offer = who.offer().get();
        if (!who.version().equals(version)) {
          unfit.put(offer.name(), isAnother(who.version()));
        } else if (who.busyWith().isPresent()) {
          unfit.put(offer.name(), "works for " + who.busyWith().get());
        } else {
          free.add(new ReservedAgent(entry.getKey(), who.machine(), offer));
        }
      }
    }
    free.sort(
        Comparator.comparingInt((ReservedAgent agent) -> -agent.offer().cores())
            .thenComparing(agent -> agent.offer().name())
            .thenComparing(agent -> agent.address().toString()));
    return withNamesOfTheirOwn(free, unfit);
  }

  /** The result distinguishes agents by their names. */
  private static List<ReservedAgent> withNamesOfTheirOwn(
      List<ReservedAgent> free, Map<String, String> unfit) {
    Set<String> names = new HashSet<>();
    List<ReservedAgent> named = new ArrayList<>();
    for (ReservedAgent agent : free) {
      String name = agent.offer().name();
      if (names.add(name)) {
        named.add(agent);
      } else {
        unfit.put(name + " (" + agent.address() + ")", "has the name of another; give it --name");
      }
    }
    return named;
  }

  private String isAnother(String build) {
    return "is brokerbench " + build + ", this is " + version;
  }

  private static Optional<Reply> reply(CompletableFuture<Reply> asked) throws InterruptedException {
    try {
      return Optional.of(asked.get(2 * ANSWER_MILLIS, TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    }
  }

  private List<ReservedAgent> take(List<ReservedAgent> free, int count, Map<String, String> unfit)
      throws InterruptedException {
    List<ReservedAgent> taken = new ArrayList<>();
    for (int next = 0; next < free.size() && taken.size() < count; ) {
      int end = Math.min(free.size(), next + count - taken.size());
      taken.addAll(ask(free.subList(next, end), unfit));
      next = end;
    }
    // Those that were taken first have heard nothing while others let us wait.
    return ask(taken, unfit);
  }

  /** Those of some agents that work for us now; all are asked at once. */
  private List<ReservedAgent> ask(List<ReservedAgent> agents, Map<String, String> unfit)
      throws InterruptedException {
    List<CompletableFuture<Reply>> asked =
        agents.stream().map(agent -> node.ask(agent.address(), contract, ANSWER_MILLIS)).toList();
    List<ReservedAgent> taken = new ArrayList<>();
    for (int i = 0; i < agents.size(); i++) {
      String name = agents.get(i).offer().name();
      Optional<Reply> reply = reply(asked.get(i));
      if (reply.isEmpty()) {
        unfit.put(name, "does not answer");
      } else if (reply.get() instanceof Reply.Refused refused) {
        unfit.put(name, "refuses: " + refused.why());
      } else if (reply.get() instanceof Reply.Reserved reserved) {
        if (reserved.busyWith().isEmpty()) {
          taken.add(agents.get(i));
        } else {
          unfit.put(name, "works for " + reserved.busyWith().get());
        }
      }
    }
    // An agent that did not answer in time may have accepted the order all the same.
    giveBack(
        IntStream.range(0, agents.size())
            .filter(i -> !asked.get(i).isDone() || asked.get(i).isCompletedExceptionally())
            .mapToObj(agents::get)
            .toList());
    return taken;
  }

  private void giveBack(List<ReservedAgent> agents) throws InterruptedException {
    List<CompletableFuture<Reply>> released =
        agents.stream()
            .map(
                agent ->
                    node.ask(
                        agent.address(), new Request.Release(contract.session()), ANSWER_MILLIS))
            .toList();
    for (CompletableFuture<Reply> each : released) {
      reply(each);
    }
  }

  private String tooFew(
      String cluster, Order order, List<ReservedAgent> free, Map<String, String> unfit) {
    return "not enough agents in the cluster %s within %s: %s"
        .formatted(cluster, Durations.format(order.patience()), standing(order, free, unfit));
  }

  private String standing(Order order, List<ReservedAgent> free, Map<String, String> unfit) {
    StringBuilder text = new StringBuilder();
    text.append(order.agents()).append(" wanted, ").append(free.size()).append(" free");
    unfit.forEach((name, why) -> text.append("; agent ").append(name).append(' ').append(why));
    if (node.untrusted() > 0) {
      text.append("; some that have another secret or certificate were refused");
    } else if (free.isEmpty() && unfit.isEmpty()) {
      text.append("; no member answers (see --join, --dns, --secret-file)");
    }
    return text.toString();
  }
}
