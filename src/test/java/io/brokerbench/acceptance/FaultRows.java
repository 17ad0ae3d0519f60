package io.brokerbench.acceptance;

import static io.brokerbench.testkit.broker.MessageFilter.all;
import static io.brokerbench.testkit.broker.MessageFilter.every;
import static io.brokerbench.testkit.broker.MessageFilter.message;
import static io.brokerbench.testkit.broker.MessageFilter.sequences;

import io.brokerbench.testkit.broker.DeliveryFaults.Damage;
import io.brokerbench.testkit.broker.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Faults of the test broker, and the verdict and the counts that are right, by hand.
 *
 * <p>An expectation is a verdict and the counts that differ from those of a run without a fault:
 * 400 acknowledged and received and all else 0. {@code ~} is a count that time decides.
 */
final class FaultRows {

  private FaultRows() {}

  private static final Duration FOR_EVER = Duration.ofHours(1);
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  private static final String OK = "OK";
  private static final String ONE_LOST = "CONTRACT_BROKEN received=399 lost=1";
  private static final String ONE_LOST_0 = "BROKER_LIMITED received=399 lost=1";
  private static final String ONE_UNACKNOWLEDGED =
      "CONTRACT_BROKEN acknowledged=399 unacknowledgedDelivered=1";
  private static final String NONE_ACKNOWLEDGED =
      "CONTRACT_BROKEN acknowledged=0 unacknowledgedDelivered=400";
  private static final String ONE_UNCONFIRMED = "BROKER_LIMITED acknowledged=399 received=399";
  private static final String ONE_DAMAGED = "CONTRACT_BROKEN received=399 lost=1 damaged=1";
  private static final String BEHIND = "BROKER_LIMITED";

  /** A fault, and what is right for each QoS. */
  record Row(String fault, Consumer<Faults> faults, boolean reportsQueues, List<String> byQos) {

    Row reportingQueues() {
      return new Row(fault + ", and the broker reports its queue", faults, true, byQos);
    }
  }

  private static Row row(String fault, Consumer<Faults> faults, String q0, String q1, String q2) {
    return new Row(fault, faults, false, List.of(q0, q1, q2));
  }

  private static Row same(String fault, Consumer<Faults> faults, String any) {
    return row(fault, faults, any, any, any);
  }

  private static List<Row> right() {
    return List.of(same("none", f -> {}, OK));
  }

  /** QoS 0 may lose. What is neither acknowledged nor delivered, the broker never took. */
  private static List<Row> losses() {
    return List.of(
        row("the first is lost", f -> f.dropDelivery(1, 0), ONE_LOST_0, ONE_LOST, ONE_LOST),
        row("one is lost", f -> f.dropDelivery(1, 50), ONE_LOST_0, ONE_LOST, ONE_LOST),
        row("the last is lost", f -> f.dropDelivery(1, 99), ONE_LOST_0, ONE_LOST, ONE_LOST),
        row(
            "the last of each publisher are lost",
            f -> f.deliveries().drop(sequences(99, 100)),
            "BROKER_LIMITED received=396 lost=4",
            "CONTRACT_BROKEN received=396 lost=4",
            "CONTRACT_BROKEN received=396 lost=4"),
        row(
            "each 40th is lost",
            f -> f.dropEvery(40),
            "BROKER_LIMITED received=390 lost=10",
            "CONTRACT_BROKEN received=390 lost=10",
            "CONTRACT_BROKEN received=390 lost=10"),
        row(
            "all of one publisher are lost",
            f -> f.deliveries().drop(all().from(id -> id.endsWith("p1"))),
            "BROKER_LIMITED received=300 lost=100",
            "CONTRACT_BROKEN received=300 lost=100",
            "CONTRACT_BROKEN received=300 lost=100"),
        row(
            "all are lost",
            f -> f.deliveries().drop(all()),
            "BROKER_LIMITED received=0 lost=400",
            "CONTRACT_BROKEN received=0 lost=400",
            "CONTRACT_BROKEN received=0 lost=400"),
        row(
            "one is neither delivered nor acknowledged",
            f -> f.ignoreMessages(message(1, 50)),
            ONE_LOST_0,
            ONE_UNCONFIRMED,
            ONE_UNCONFIRMED),
        row(
            "one is received, and neither delivered nor completed",
            f -> f.dropDelivery(1, 50).acknowledgements().never(message(1, 50)),
            ONE_LOST_0,
            ONE_UNCONFIRMED,
            ONE_UNCONFIRMED),
        row(
            "none is delivered or acknowledged",
            f -> f.ignoreMessages(all()),
            "BROKER_LIMITED received=0 lost=400",
            "BROKER_LIMITED acknowledged=0 received=0",
            "BROKER_LIMITED acknowledged=0 received=0"),
        // nothing shows that it is gone: the broker does not even answer a ping
        same(
            "one is lost, and pings are not answered",
            f -> f.dropDelivery(1, 50).ignorePings(true),
            "BROKER_LIMITED received=399 undelivered=1"));
  }

  /** QoS 1 may duplicate. Order is reported, and no contract. */
  private static List<Row> duplicatesAndOrder() {
    String one = "CONTRACT_BROKEN duplicated=1";
    return List.of(
        row("the first twice", f -> f.duplicateDelivery(1, 0), one, "OK duplicated=1", one),
        row("one twice", f -> f.duplicateDelivery(1, 50), one, "OK duplicated=1", one),
        row("the last twice", f -> f.duplicateDelivery(1, 99), one, "OK duplicated=1", one),
        row(
            "each 4th twice",
            f -> f.duplicateEvery(4),
            "CONTRACT_BROKEN duplicated=100",
            "OK duplicated=100",
            "CONTRACT_BROKEN duplicated=100"),
        same("one after its successor", f -> f.swapWithNext(1, 50), "OK reordered=1"));
  }

  /** Each misdelivered message is also missing where it was owed, but for further copies. */
  private static List<Row> misdeliveries() {
    return List.of(
        same(
            "the consumers are swapped",
            f -> f.deliveries().misdeliver(all()),
            "CONTRACT_BROKEN received=0 lost=400 misdelivered=400"),
        same(
            "one goes to the wrong consumer",
            f -> f.deliveries().misdeliver(message(1, 50)),
            "CONTRACT_BROKEN received=399 lost=1 misdelivered=1"),
        same(
            "each 10th goes to the wrong consumer",
            f -> f.deliveries().misdeliver(every(10)),
            "CONTRACT_BROKEN received=360 lost=40 misdelivered=40"),
        same(
            "one goes to the wrong consumer too",
            f -> f.deliveries().misdeliverToo(message(1, 50)),
            "CONTRACT_BROKEN misdelivered=1"),
        same(
            "all go to both consumers",
            f -> f.deliveries().misdeliverToo(all()),
            "CONTRACT_BROKEN misdelivered=400"));
  }

  /** A damaged message is also missing. What is behind the header is not checked. */
  private static List<Row> damages() {
    List<Row> rows = new ArrayList<>();
    for (Damage damage : EnumSet.complementOf(EnumSet.of(Damage.LAST_BYTE))) {
      rows.add(
          same(
              "one is damaged: " + damage,
              f -> f.deliveries().damage(message(1, 50), damage),
              ONE_DAMAGED));
    }
    rows.add(
        row(
            "one comes with QoS 0",
            f -> f.deliveries().atMostOnce(message(1, 50)),
            OK,
            ONE_DAMAGED,
            ONE_DAMAGED));
    rows.add(
        same(
            "each 4th is truncated",
            f -> f.deliveries().damage(every(4), Damage.TRUNCATED),
            "CONTRACT_BROKEN received=300 lost=100 damaged=100"));
    return rows;
  }

  /** QoS 0 has no acknowledgements. */
  private static List<Row> acknowledgements() {
    Duration part = Duration.ofMillis(300);
    String all400 = NONE_ACKNOWLEDGED;
    String one = ONE_UNACKNOWLEDGED;
    String hundred = "CONTRACT_BROKEN acknowledged=300 unacknowledgedDelivered=100";
    return List.of(
        row("no acknowledgement", f -> f.acknowledgements().never(all()), OK, all400, all400),
        row("all withheld", f -> f.withholdAcknowledgements(true), OK, all400, all400),
        row(
            "the first not acknowledged",
            f -> f.acknowledgements().never(message(1, 0)),
            OK,
            one,
            one),
        row("one not acknowledged", f -> f.acknowledgements().never(message(1, 50)), OK, one, one),
        row(
            "the last not acknowledged",
            f -> f.acknowledgements().never(message(1, 99)),
            OK,
            one,
            one),
        row(
            "each 4th not acknowledged",
            f -> f.acknowledgements().never(every(4)),
            OK,
            hundred,
            hundred),
        row(
            "one publisher not acknowledged",
            f -> f.acknowledgements().never(all().from(id -> id.endsWith("p1"))),
            OK,
            hundred,
            hundred),
        row("no PUBREC", f -> f.acknowledgements().neverReceived(all()), OK, OK, all400),
        row(
            "one PUBREC missing",
            f -> f.acknowledgements().neverReceived(message(1, 50)),
            OK,
            OK,
            one),
        row("wrong ids", f -> f.acknowledgements().withWrongId(all()), OK, all400, all400),
        row("one wrong id", f -> f.acknowledgements().withWrongId(message(1, 50)), OK, one, one),
        row(
            "one PUBREC with a wrong id",
            f -> f.acknowledgements().receivedWithWrongId(message(1, 50)),
            OK,
            OK,
            one),
        row("wrong types", f -> f.acknowledgements().withWrongType(all()), OK, all400, all400),
        same("acknowledged twice", f -> f.acknowledgements().twice(all()), OK),
        same("one acknowledged twice", f -> f.acknowledgements().twice(message(1, 50)), OK),
        same("one late", f -> f.acknowledgements().late(message(1, 50), part), OK),
        same("all late, in order", f -> f.delayAcknowledgements(part), OK),
        same("the last late", f -> f.acknowledgements().late(message(1, 99), part), OK),
        row(
            "one later than the run",
            f -> f.acknowledgements().late(message(1, 50), FOR_EVER),
            OK,
            one,
            one));
  }

  /** Only QoS 2 has releases. Each message has been delivered once, and is acknowledged. */
  private static List<Row> releases() {
    String one = "CONTRACT_BROKEN unreleased=1";
    return List.of(
        row(
            "no PUBREL",
            f -> f.deliveries().neverRelease(all()),
            OK,
            OK,
            "CONTRACT_BROKEN unreleased=400"),
        row(
            "PUBRECs are ignored",
            f -> f.ignoreAcknowledgements(true),
            OK,
            OK,
            "CONTRACT_BROKEN unreleased=400"),
        row("the first not released", f -> f.deliveries().neverRelease(message(1, 0)), OK, OK, one),
        row("one not released", f -> f.deliveries().neverRelease(message(1, 50)), OK, OK, one),
        row("the last not released", f -> f.deliveries().neverRelease(message(1, 99)), OK, OK, one),
        // nothing shows that it will not come: the broker does not even answer a ping
        row(
            "one not released, and pings are not answered",
            f -> f.deliveries().neverRelease(message(1, 50)).ignorePings(true),
            OK,
            OK,
            "BROKER_LIMITED unreleased=1"));
  }

  /**
   * A run is behind at its end if more than half a second of load is owed through its last two
   * tenths. While a broker answers nothing, or reports that it holds messages, nothing is shown to
   * be gone.
   */
  private static List<Row> stalls() {
    String held = "BROKER_LIMITED received=~ undelivered=~";
    return List.of(
        same("a stall at the beginning", f -> f.stallAt(Duration.ZERO, millis(300)), OK),
        same("a stall in the middle", f -> f.stallAt(millis(350), millis(300)), OK),
        same("a short stall at the end", f -> f.stallAt(millis(850), millis(300)), OK),
        same("a stall that ends in the drain", f -> f.stallAt(millis(100), millis(2_700)), BEHIND),
        row(
            "a stall without end",
            f -> f.at(millis(500), Faults::halt),
            held,
            "BROKER_LIMITED acknowledged=~ received=~ unacknowledgedDelivered=~ undelivered=~",
            "BROKER_LIMITED acknowledged=~ received=~ unacknowledgedDelivered=~ undelivered=~"
                + " unreleased=~"),
        same(
            "deliveries stall in the middle",
            f ->
                f.at(millis(300), g -> g.deliveries().hold(id -> true))
                    .at(millis(600), g -> g.deliveries().release()),
            OK),
        same(
            "deliveries stall until the drain",
            f ->
                f.at(millis(100), g -> g.deliveries().hold(id -> true))
                    .at(millis(1_400), g -> g.deliveries().release()),
            BEHIND),
        same(
                "deliveries stall for longer than the quiet period",
                f ->
                    f.at(millis(100), g -> g.deliveries().hold(id -> true))
                        .at(millis(3_500), g -> g.deliveries().release()),
                BEHIND)
            .reportingQueues(),
        same(
                "deliveries stall without end",
                f -> f.at(millis(100), g -> g.deliveries().hold(id -> true)),
                held)
            .reportingQueues(),
        // shown by the definition: all is quiet and connected, and the broker answers pings
        row(
            "deliveries stall without end",
            f -> f.at(millis(100), g -> g.deliveries().hold(id -> true)),
            "BROKER_LIMITED received=~ lost=~",
            "CONTRACT_BROKEN received=~ lost=~",
            "CONTRACT_BROKEN received=~ lost=~"),
        same("a slow start", f -> f.limitRate(50).at(millis(500), g -> g.limitRate(NO_LIMIT)), OK),
        same("a slow end", f -> f.at(millis(100), g -> g.limitRate(60)), BEHIND),
        same("never quiet, never done", f -> f.limitRate(10), held));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** All rows. */
  static Stream<Row> rows() {
    return Stream.of(
            right(),
            losses(),
            duplicatesAndOrder(),
            misdeliveries(),
            damages(),
            acknowledgements(),
            releases(),
            stalls())
        .flatMap(List::stream);
  }
}
