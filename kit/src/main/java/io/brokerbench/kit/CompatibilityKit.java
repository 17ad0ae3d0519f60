package io.brokerbench.kit;

import io.brokerbench.core.base.RootCause;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.JmsProtocol;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All checks of one broker: those of what it claims, and those of each broker. */
public final class CompatibilityKit {

  /** A burst that a usual limit of queues, 1000 messages, would cut. */
  public static final int USUAL_BURST = 2_000;

  private final KitBroker kit;

  /** Of a broker that runs. */
  public CompatibilityKit(KitBroker kit) {
    this.kit = kit;
  }

  /** The checks of all that it claims, in the order in which they are to be made. */
  public List<ClaimCheck> checks() {
    return Stream.of(
            new LifecycleChecks(kit).all(),
            new MessageChecks(kit).all(),
            jmsChecks(),
            new HandshakeChecks(kit).all(),
            new TlsChecks(kit).all(),
            new PairChecks(kit).all())
        .flatMap(List::stream)
        .filter(check -> check.claim().map(kit::claims).orElse(true))
        .toList();
  }

  private List<ClaimCheck> jmsChecks() {
    return Stream.of(JmsProtocol.values())
        .flatMap(protocol -> new JmsChecks(kit, protocol).all().stream())
        .toList();
  }

  /**
   * Makes all checks. A claim that no check is about does not hold.
   *
   * @param listener gets each row as soon as it is there
   * @throws InterruptedException if interrupted; a check that was under way has ended then
   */
  public List<KitRow> run(Consumer<KitRow> listener) throws InterruptedException {
    List<KitRow> rows = new ArrayList<>();
    Set<Capability> unproved = EnumSet.noneOf(Capability.class);
    unproved.addAll(kit.claims());
    for (ClaimCheck check : checks()) {
      check.claim().ifPresent(unproved::remove);
      add(rows, new KitRow(check.claim(), check.name(), problem(check)), listener);
    }
    for (Capability claim : unproved) {
      add(
          rows,
          new KitRow(Optional.of(claim), "a check is about it", Optional.of("none is")),
          listener);
    }
    return rows;
  }

  private static void add(List<KitRow> rows, KitRow row, Consumer<KitRow> listener) {
    rows.add(row);
    listener.accept(row);
  }

  /** Whatever is thrown shows that a claim does not hold: libraries have errors of all kinds. */
  private static Optional<String> problem(ClaimCheck check) throws InterruptedException {
    try {
      check.proof().run();
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      if (Thread.interrupted()) { // a client that says it in its own way
        throw new InterruptedException(words(e));
      }
      return Optional.of(words(e));
    }
  }

  private static String words(Throwable e) {
    String words =
        e instanceof BrokenClaimException ? String.valueOf(e.getMessage()) : RootCause.text(e);
    return words.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
