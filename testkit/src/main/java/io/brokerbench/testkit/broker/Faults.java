package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.scenario.Qos;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a {@link FaultyBroker} does wrong, on command and during the run.
 *
 * <p>Safe for use by several threads. A method returns once its fault is in force, and itself, so
 * that commands can be chained.
 *
 * <p><b>Copies.</b> A message is copied for each subscriber; faults of deliveries are per copy.
 * Copies are counted as they are routed, also for a client that is away. Where a copy is named by
 * publisher id and sequence, these are read from brokerbench's message header; other messages have
 * no name. A name without a subscriber stands for all copies of that message, and stays in force
 * until {@link #clear}. The publisher notices nothing: its message is acknowledged as usual.
 *
 * <p><b>Contracts.</b> A drop breaks QoS 1 and 2. A duplicate breaks QoS 0 and 2: it is a packet of
 * its own. A swap breaks the order, of every QoS (section 4.6 of MQTT). An acknowledgement that is
 * held to the end breaks QoS 1 and 2. What is late, slow, stalled for a time or refused breaks no
 * promise about messages.
 */
public final class Faults {

  private static final Duration FOREVER = Duration.ofDays(365);

  private final FaultyBroker broker;
  private final BrokerState exchange;
  private final ConnectHandler handshake;
  private final List<Listener> listeners;
  private final AcknowledgementFaults acknowledgements;
  private final DeliveryFaults deliveries;
  private final StormFaults storms;

  Faults(
      FaultyBroker broker,
      BrokerState exchange,
      ConnectHandler handshake,
      List<Listener> listeners) {
    this.broker = broker;
    this.exchange = exchange;
    this.handshake = handshake;
    this.listeners = listeners;
    acknowledgements = new AcknowledgementFaults(broker, exchange.acknowledgementGate(), this);
    deliveries = new DeliveryFaults(broker, exchange, this);
    storms = new StormFaults(broker, exchange, this);
  }

  /**
   * The broker does nothing at all from now on, for a time: it reads, writes and accepts nothing.
   * Returns once the stall has begun.
   */
  public Faults stall(Duration length) {
    long nanos = length.toNanos();
    if (broker.isOnLoop()) {
      exchange.stall(nanos);
      return this;
    }
    CountDownLatch begun = new CountDownLatch(1);
    broker.submit(
        () -> {
          begun.countDown();
          exchange.stall(nanos);
        });
    try {
      begun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return this;
  }

  /**
   * The same, a time after the next PUBLISH from a client has arrived; once. Several stalls may be
   * planned. {@link FaultyBroker#stalls} reports when they really were.
   */
  public Faults stallAt(Duration afterFirstPublish, Duration length) {
    return at(afterFirstPublish, faults -> faults.stall(length));
  }

  /**
   * Stalls without an end: the connections stay open, and nothing is read, written or accepted
   * until {@link FaultyBroker#close}. Breaks no promise that a client can prove: what the broker
   * has acknowledged and not delivered may still come.
   */
  public Faults halt() {
    return stall(FOREVER);
  }

  /**
   * Changes the faults a time after the next PUBLISH from a client has arrived; once. The change
   * runs on the broker's loop. It must not open or close the listener.
   */
  public Faults at(Duration afterFirstPublish, Consumer<Faults> change) {
    return with(() -> exchange.plan(afterFirstPublish.toNanos(), () -> change.accept(this)));
  }

  /** What is wrong with acknowledgements to publishers. */
  public AcknowledgementFaults acknowledgements() {
    return acknowledgements;
  }

  /** What is wrong with retained messages, wills and sessions. */
  public StormFaults storms() {
    return storms;
  }

  /** What is wrong with deliveries to subscribers, more than is here. */
  public DeliveryFaults deliveries() {
    return deliveries;
  }

  /**
   * Reads messages from clients and forgets them: neither delivers nor acknowledges them. Loses
   * messages of QoS 0. Breaks QoS 1 and 2 by the missing acknowledgement alone; the broker owes no
   * delivery of what it has not acknowledged.
   */
  public Faults ignoreMessages(MessageFilter which) {
    return with(() -> exchange.switches().ignored.add(which.fresh()));
  }

  /** Does not answer PINGREQ (section 3.12 of MQTT requires it). Everything else goes on. */
  public Faults ignorePings(boolean ignore) {
    return with(() -> exchange.switches().ignorePings = ignore);
  }

  /** Does not deliver each n-th copy, counted from now; 0 for none. */
  public Faults dropEvery(int n) {
    return with(() -> exchange.deliveryGate().everyDropped.set(n));
  }

  /** Does not deliver a message to any subscriber. */
  public Faults dropDelivery(int publisherId, long sequence) {
    return with(
        () -> exchange.deliveryGate().dropped.add(MessageFilter.message(publisherId, sequence)));
  }

  /** Does not deliver a message to one subscriber. */
  public Faults dropDelivery(int publisherId, long sequence, String subscriberClientId) {
    return with(
        () -> exchange.deliveryGate().dropped.add(one(publisherId, sequence, subscriberClientId)));
  }

  /** Queues copies for some clients this much later than it would, in order, from now on. */
  public Faults delayDeliveries(Predicate<String> clientId, Duration delay) {
    return with(() -> exchange.deliveryGate().delay(clientId, delay.toNanos()));
  }

  /** Delivers each n-th copy twice, in two PUBLISH packets of their own; 0 for none. */
  public Faults duplicateEvery(int n) {
    return with(() -> exchange.deliveryGate().everyDuplicated.set(n));
  }

  /** Delivers a message twice to each subscriber. */
  public Faults duplicateDelivery(int publisherId, long sequence) {
    return with(
        () -> exchange.deliveryGate().duplicated.add(MessageFilter.message(publisherId, sequence)));
  }

  /**
   * Delivers each n-th copy after the same publisher's next copy to the same subscriber; 0 for
   * none. With nothing to come after it, it waits until {@link #clear}.
   */
  public Faults swapEvery(int n) {
    return with(() -> exchange.deliveryGate().everySwapped.set(n));
  }

  /** Delivers a message after the same publisher's next, to each subscriber. */
  public Faults swapWithNext(int publisherId, long sequence) {
    return with(
        () -> exchange.deliveryGate().swapped.add(MessageFilter.message(publisherId, sequence)));
  }

  /**
   * Sends PUBACK and PUBCOMP to publishers this much later than it would, in order. PUBREC is not
   * delayed, so that each message is late once.
   */
  public Faults delayAcknowledgements(Duration delay) {
    return with(() -> exchange.acknowledgementGate().delay(delay.toNanos()));
  }

  /** Holds PUBACK and PUBCOMP to publishers back; false sends those that are held. */
  public Faults withholdAcknowledgements(boolean withhold) {
    return with(() -> exchange.acknowledgementGate().withhold(withhold));
  }

  /** Ignores PUBACK, PUBREC and PUBCOMP from subscribers, as if they were lost. */
  public Faults ignoreAcknowledgements(boolean ignore) {
    return with(() -> exchange.switches().ignoreAcknowledgements = ignore);
  }

  /**
   * Sends each unacknowledged delivery again on the connections that are open, with the DUP flag
   * and its old packet id. (MQTT 3.1.1 lets a broker do so; MQTT 5 does not.)
   */
  public Faults resendUnacknowledged() {
    return with(
        () ->
            exchange.connections().stream()
                .filter(c -> c.session() != null)
                .forEach(c -> c.session().out().resend()));
  }

  /**
   * Lets deliveries leave at a rate at most, over all subscribers; the others wait. In a busy time,
   * number i leaves i / rate after the first.
   *
   * @param messagesPerSecond more than 0; infinity for no limit
   */
  public Faults limitRate(double messagesPerSecond) {
    return limitRate(messagesPerSecond, Long.MAX_VALUE);
  }

  /**
   * The same; copies that find more than a number of others waiting in the whole broker are
   * dropped.
   *
   * @param mostQueued at least 1
   */
  public Faults limitRate(double messagesPerSecond, long mostQueued) {
    checkPositive("messagesPerSecond", messagesPerSecond);
    if (mostQueued < 1) {
      throw new IllegalArgumentException("mostQueued " + mostQueued + ": at least 1");
    }
    double rate = Double.isInfinite(messagesPerSecond) ? 0 : messagesPerSecond;
    return with(() -> exchange.rateGate().limit(rate, mostQueued));
  }

  /**
   * The same, of a broker that slows down as connections grow: to {@code messagesPerSecond / (1 + n
   * / connectionsThatHalve)} while n connections are open.
   *
   * @param messagesPerSecond more than 0
   * @param connectionsThatHalve the rate, more than 0
   */
  public Faults limitRateByConnections(double messagesPerSecond, double connectionsThatHalve) {
    checkPositive("messagesPerSecond", messagesPerSecond);
    checkPositive("connectionsThatHalve", connectionsThatHalve);
    return with(
        () -> exchange.rateGate().limit(messagesPerSecond, Long.MAX_VALUE, connectionsThatHalve));
  }

  /**
   * Closes connections without a word.
   *
   * @return how many
   */
  public int cutConnection(Predicate<String> clientId) {
    return broker.command(
        () -> {
          List<Connection> cut =
              exchange.connections().stream()
                  .filter(c -> c.session() != null && clientId.test(c.clientId()))
                  .toList();
          cut.forEach(Connection::close);
          return cut.size();
        });
  }

  /** Answers CONNECT with "server unavailable" (3 in MQTT 3.1.1, 0x88 in MQTT 5) and closes. */
  public Faults refuseConnections(boolean refuse) {
    return with(() -> exchange.switches().refuseConnections = refuse);
  }

  /** The same to each n-th CONNECT, counted from now; 0 for none. */
  public Faults refuseEvery(int n) {
    return with(() -> exchange.switches().everyRefused.set(n));
  }

  /** Answers each n-th CONNECT, counted from now, this much later than it would; 0 for none. */
  public Faults delayEveryConnAck(int n, Duration delay) {
    return with(
        () -> {
          exchange.switches().everyConnAckDelayed.set(n);
          exchange.switches().connAckDelayNanos = delay.toNanos();
        });
  }

  /** Takes TCP connections and reads CONNECT, but does not answer it. */
  public Faults neverAnswer(boolean never) {
    return with(() -> exchange.switches().neverAnswer = never);
  }

  /** Takes TCP connections and never reads nor says anything on them, no TLS handshake either. */
  public Faults silence(boolean silent) {
    return with(() -> exchange.switches().silent = silent);
  }

  /**
   * Sends one CONNACK later than it would. The client is let in when it is sent.
   *
   * @param nth which of those with success, counted from now, from 1
   */
  public Faults delayConnAck(int nth, Duration delay) {
    return with(
        () -> exchange.switches().lateConnAcks.put(handshake.answered() + nth, delay.toNanos()));
  }

  /** Sends what a resumed session is owed before the CONNACK, which MQTT forbids (MQTT-3.2.0-1). */
  public Faults deliverBeforeConnAck(boolean early) {
    return with(() -> exchange.switches().deliverBeforeConnAck = early);
  }

  /** Answers SUBSCRIBE with 0x80, failure. */
  public Faults failSubscribe(boolean fail) {
    return with(() -> exchange.switches().failSubscribe = fail);
  }

  /** Grants subscriptions this QoS at most. */
  public Faults grantAtMost(Qos qos) {
    return with(() -> exchange.switches().grantAtMost = qos.level());
  }

  /**
   * When the broker's node is killed, it loses messages first: the next ones that come are
   * acknowledged as usual, and never delivered, also when they are sent again. The node dies when
   * it has lost all of them.
   */
  public Faults loseAtKill(int messages) {
    return with(() -> exchange.switches().lostAtKill = messages);
  }

  /** The messages that were lost so: publisher and sequence. */
  public List<DeliveryAccount.Missing> lostAtKill() {
    return broker.command(
        () ->
            exchange.deliveryGate().lost().stream()
                .map(
                    word1 ->
                        new DeliveryAccount.Missing(
                            MessageHeader.publisherId(word1), MessageHeader.sequence(word1), -1))
                .toList());
  }

  /** Stops listening: the system refuses new connections, those that are open stay. */
  public Faults closeListener() {
    listeners.forEach(Listener::close);
    return this;
  }

  /**
   * Listens again, on the same port.
   *
   * @throws java.io.UncheckedIOException if the port cannot be had any more
   */
  public Faults openListener() {
    listeners.forEach(Listener::open);
    return this;
  }

  /**
   * Takes back every fault: held acknowledgements are sent, deliveries that wait for their
   * successor too, what was planned and has not begun does not begin. The listener stays as it is.
   */
  public Faults clear() {
    return with(exchange::clearFaults);
  }

  private Faults with(Runnable change) {
    broker.command(change);
    return this;
  }

  private static MessageFilter one(int publisherId, long sequence, String subscriberClientId) {
    return MessageFilter.message(publisherId, sequence).to(subscriberClientId::equals);
  }

  private static void checkPositive(String field, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(field + " " + value + ": more than 0");
    }
  }
}
