package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.FigureGroup.orNaN;
import static io.brokerbench.core.figure.Unit.BYTES;
import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.NANOS;
import static io.brokerbench.core.figure.Unit.PER_SECOND;
import static io.brokerbench.core.figure.Unit.SHARE;

import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import java.util.List;
import java.util.Optional;

/** What became of each message and of each client. Most of it guards a contract. */
final class AccountFigures {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final String OWED = "messages.expected";
  private static final String ASKED = "connections.asked";

  /**
   * Where a loss is allowed, its share has a tolerance instead: {@code messages.loss}. What is lost
   * in a storm, or of requests, has a guard of its own, which says what it was.
   */
  private static final Guard LOST =
      Guard.ofMessages(
          OWED,
          "lost #",
          "acknowledged message",
          scenario ->
              DeliveryContract.of(scenario).mayLose()
                      || scenario.stormOfMessages().isPresent()
                      || scenario.topology().hasRequests()
                  ? Optional.empty()
                  : Optional.of(GuardGrade.LOSS));

  private static final Guard DUPLICATED =
      Guard.ofMessages(
          OWED,
          "delivered # twice",
          "message",
          scenario ->
              Optional.of(
                  DeliveryContract.of(scenario).mayDuplicate()
                      ? GuardGrade.PACE
                      : GuardGrade.CONTRACT));

  /**
   * Replies of several responders overtake each other, and messages to several topics may: that is
   * no doing of the broker's. Replies of one responder do not. Messages of another priority are to
   * overtake. MQTT promises an order for subscriptions that are not shared (4.6 of version 5).
   */
  private static final Guard REORDERED =
      Guard.ofMessages(
          OWED,
          "delivered # out of order",
          "message",
          scenario ->
              scenario.topology().responders().orElse(1) > 1
                      || scenario.topology().hasMetrics()
                      || scenario.topology().distribution() == Distribution.SHARED
                      || scenario.session().hasPriorities()
                  ? Optional.empty()
                  : Optional.of(GuardGrade.PACE));

  /** A fault may end a connection between the delivery and its acknowledgement. */
  private static final Guard NEVER_ACKNOWLEDGED =
      Guard.ofMessages(
          OWED,
          "delivered # and never acknowledged what it took",
          "message",
          scenario ->
              scenario.expectsBrokenConnections()
                  ? Optional.empty()
                  : Optional.of(GuardGrade.CONTRACT));

  private static final Guard NEVER_RELEASED =
      Guard.ofMessages(
          OWED,
          "delivered # and never released it",
          "message",
          scenario ->
              scenario.expectsBrokenConnections() || scenario.workload().qos() != Qos.EXACTLY_ONCE
                  ? Optional.empty()
                  : Optional.of(GuardGrade.CONTRACT));

  private AccountFigures() {}

  /** Only where messages may expire. */
  private static final Guard EXPIRED =
      Guard.ofMessages(
          OWED,
          "let # expire",
          "message",
          scenario -> scenario.session().messageExpiry().map(expiry -> GuardGrade.PACE));

  /** Only where messages have a delivery delay. */
  private static final Guard EARLY =
      Guard.ofMessages(
          OWED,
          "delivered # before its delay had passed",
          "message",
          scenario ->
              scenario.session().deliveryDelay().isZero()
                  ? Optional.empty()
                  : Optional.of(GuardGrade.CONTRACT));

  /**
   * A broker that goes down in an orderly way says so with a code, and MQTT 5 requires one where a
   * client is taken over: with a fault and in a storm, they say nothing against it.
   */
  private static final Guard FAILURES =
      Guard.ofMessages(
          "messages.sent",
          "gave # of failure",
          "reason code",
          scenario ->
              scenario.session().protocol() == Protocol.MQTT_5
                      && scenario.conditions().fault().isEmpty()
                      && scenario.conditions().storm().isEmpty()
                  ? Optional.of(GuardGrade.PACE)
                  : Optional.empty());

  private static Guard contract(String deed) {
    return Guard.ofMessages(OWED, deed, "message", scenario -> Optional.of(GuardGrade.CONTRACT));
  }

  private static Guard pace(String whole, String deed) {
    return Guard.ofMessages(whole, deed, "message", scenario -> Optional.of(GuardGrade.PACE));
  }

  static List<Figure> messages() {
    FigureGroup<Messages> of = new FigureGroup<>("messages", run -> Optional.of(run.messages()));
    return List.of(
        of.plain("scheduled", "due", COUNT, Messages::scheduled),
        of.plain("sent", "sent", COUNT, Messages::sent),
        of.plain("acknowledged", "acknowledged", COUNT, Messages::acknowledged),
        of.plain("expected", "owed", COUNT, Messages::expected),
        of.plain("received", "received", COUNT, Messages::received),
        of.lower("unsent", "due and never sent", COUNT, m -> m.scheduled() - m.sent())
            .briefly()
            .guarding(pace("messages.scheduled", "kept # from being sent")),
        of.lower("unacknowledged", "never acknowledged", COUNT, Messages::unacknowledged)
            .briefly()
            .guarding(pace("messages.sent", "left # unacknowledged")),
        of.lower("lost", "lost", COUNT, Messages::lost).briefly().guarding(LOST),
        of.lower("loss", "loss", SHARE, m -> (double) m.lost() / m.expected()).withTolerance(0),
        of.lower("undelivered", "undelivered", COUNT, Messages::undelivered)
            .briefly()
            .guarding(pace(OWED, "left # undelivered")),
        of.lower("expired", "expired", COUNT, m -> orNaN(m.expired())).briefly().guarding(EXPIRED),
        of.lower(
            "unconfirmed",
            "missing deliveries of unacknowledged messages",
            COUNT,
            Messages::unconfirmed),
        of.lower(
                "unacknowledgedDelivered",
                "deliveries of unacknowledged messages",
                COUNT,
                Messages::unacknowledgedDelivered)
            .guarding(NEVER_ACKNOWLEDGED),
        of.lower("unreleased", "never released", COUNT, m -> orNaN(m.unreleased()))
            .briefly()
            .guarding(NEVER_RELEASED),
        of.lower("duplicated", "received again", COUNT, Messages::duplicated)
            .briefly()
            .guarding(DUPLICATED),
        of.lower("misdelivered", "received by the wrong consumer", COUNT, Messages::misdelivered)
            .briefly()
            .guarding(contract("delivered # to the wrong consumer")),
        of.lower("early", "received before their delay had passed", COUNT, m -> orNaN(m.early()))
            .briefly()
            .guarding(EARLY),
        of.plain("browses", "walks of the browser", COUNT, m -> orNaN(m.browses())),
        of.plain("browsed", "seen by the browser", COUNT, m -> orNaN(m.browsed())),
        of.lower("redelivered", "marked as redelivered", COUNT, m -> orNaN(m.redelivered()))
            .briefly(),
        of.lower("reordered", "received out of order", COUNT, Messages::reordered)
            .briefly()
            .guarding(REORDERED),
        of.lower("damaged", "damaged", COUNT, Messages::damaged)
            .briefly()
            .guarding(contract("damaged #")),
        of.lower("unrecognised", "not of this run", COUNT, Messages::unrecognised)
            .briefly()
            .guarding(pace(OWED, "delivered # of another run")));
  }

  /** Of payloads of several sizes. */
  static List<Figure> payload() {
    FigureGroup<PayloadBytes> of = new FigureGroup<>("payload", RunResult::payloadBytes);
    return List.of(
        of.plain("sent", "payload sent", BYTES, PayloadBytes::sent),
        of.plain("owed", "payload owed", BYTES, PayloadBytes::owed),
        of.higher("received", "payload received", BYTES, PayloadBytes::received),
        of.plain("least", "smallest payload", BYTES, PayloadBytes::least),
        of.plain("most", "largest payload", BYTES, PayloadBytes::most));
  }

  /** Of MQTT 5 alone, as nothing else has reason codes. */
  static List<Figure> reasons() {
    FigureGroup<RunResult> of =
        new FigureGroup<>(
            "reasons",
            run ->
                Optional.of(run).filter(r -> r.scenario().session().protocol() == Protocol.MQTT_5));
    return List.of(
        of.lower("failures", "reason codes of failure", COUNT, AccountFigures::failures)
            .guarding(FAILURES));
  }

  private static double failures(RunResult run) {
    return run.reasonCodes().stream()
        .flatMap(List::stream)
        .filter(ReasonCodeCount::isFailure)
        .mapToLong(ReasonCodeCount::count)
        .sum();
  }

  static List<Figure> connections() {
    FigureGroup<Connections> of =
        new FigureGroup<>("connections", run -> Optional.of(run.connections()));
    return List.of(
        of.plain("asked", "asked to connect", COUNT, Connections::asked),
        of.higher("connected", "connected", COUNT, Connections::connected),
        of.lower("refused", "refused", COUNT, Connections::refused)
            .guarding(Guard.ofConnecting(ASKED, "refused #", GuardGrade.CONTRACT)),
        of.lower("unanswered", "unanswered", COUNT, Connections::unanswered)
            .guarding(Guard.ofConnecting(ASKED, "left # unanswered", GuardGrade.PACE)),
        of.lower("dropped", "dropped", COUNT, Connections::dropped)
            .guarding(
                Guard.ofConnecting("connections.connected", "dropped #", GuardGrade.CONTRACT)),
        of.higher("resumed", "TLS sessions resumed", COUNT, c -> orNaN(c.resumed())).briefly(),
        of.lower("time", "time to connect all", NANOS, c -> c.seconds() * NANOS_PER_SECOND),
        of.higher("perSecond", "connects", PER_SECOND, Connections::perSecond)
            .withTolerance(0.05)
            .briefly(),
        of.higher(
                "peakPerSecond",
                "connects in the busiest second",
                PER_SECOND,
                Connections::peakPerSecond)
            .briefly(),
        of.lower(
                "brokerCpu",
                "broker CPU per connect",
                NANOS,
                c -> FigureCatalogue.nanos(c.brokerCpuMicrosPerConnect()))
            .withTolerance(0.05)
            .briefly(),
        of.lower(
                "generatorCpu",
                "generator CPU per connect",
                NANOS,
                c -> FigureCatalogue.nanos(c.generatorCpuMicrosPerConnect()))
            .briefly());
  }
}
