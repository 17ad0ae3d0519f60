package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.security.Access;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What one worker is to do: a slice of a scenario.
 *
 * @param scenario the whole of it, so that every worker computes the same schedule
 * @param publishing where publishers connect to
 * @param consuming where consumers connect to
 * @param access what lets them in
 * @param sources local addresses to connect from; empty lets the system choose
 * @param slice the clients that are this worker's
 * @param nonce of the run
 * @param lanes threads to use; 0 lets the driver choose
 * @param precision shortest time between two turns of a send loop: longer costs less CPU and adds
 *     to the send delay
 * @param topics what topics of MQTT are called in JMS
 * @param devices rows of the clients of the slice
 * @param template of the payloads; empty for a header and zeros
 * @param samples sizes of the payloads, as a file has them; empty without one
 */
@RecordBuilder
public record Assignment(
    Scenario scenario,
    Target publishing,
    Target consuming,
    Access access,
    List<InetAddress> sources,
    Slice slice,
    long nonce,
    int lanes,
    Duration precision,
    TopicMapping topics,
    DeviceRows devices,
    Optional<PayloadText> template,
    Optional<PayloadText> samples)
    implements AssignmentBuilder.With {

  /** What topics of a load with RETAIN have in the place of the run's name. */
  private static final String RETAINED = "retained";

  private static final int MOST_LANES = 1 << 10;

  /** The same for some of its clients, with their rows alone. */
  @Override
  public Assignment withSlice(Slice some) {
    return with().slice(some).devices(devices.of(some)).build();
  }

  /** The sizes of the payloads, where they are not all of one length. */
  public Optional<SizeTable> sizes() {
    return scenario
        .workload()
        .payload()
        .sizes()
        .map(sizes -> SizeTable.of(sizes, samples, scenario.workload().seed()));
  }

  /**
   * Numbers of the clients that come and go beside the load and are this worker's: each belongs to
   * the worker that has the publisher of its number, counted round and round.
   */
  public int[] visitors() {
    int publishers = scenario.topology().publishers();
    return IntStream.range(0, scenario.visitors())
        .filter(visitor -> slice.publisherIds().contains(visitor % publishers))
        .toArray();
  }

  /** Short name of the run, the same on all workers: 1 to 7 digits and small letters. */
  public String run() {
    return Long.toString(nonce & 0xFFFF_FFFFL, 36);
  }

  /**
   * What stands for the run in topics: its name, so that no two runs share a topic. A load with
   * RETAIN has the same topics in each run, or each would leave the broker one message per topic
   * for good.
   */
  public String topicRun() {
    return scenario.keepsRetainedTopics() ? RETAINED : run();
  }

  /** Client id of a publisher: that of its row, where it has one. */
  public String publisherId(int id) {
    return devices.publisher(id).map(Device::id).orElseGet(() -> clientId("p", id));
  }

  /** Client id of a consumer: that of its row, where it has one. */
  public String consumerId(int id) {
    return devices.consumer(id).map(Device::id).orElseGet(() -> clientId("c", id));
  }

  /** Client id of a responder, of which the first one has the number 0. */
  public String responderId(int number) {
    return clientId("r", number);
  }

  /** Client id of a client that comes and goes. */
  public String visitorId(int number) {
    return clientId("v", number);
  }

  private String clientId(String kind, int id) {
    return scenario.session().clientIdPrefix().orElse(Session.USUAL_PREFIX) + run() + kind + id;
  }

  /**
   * A seed for what one lane draws; no two lanes of a run have the same, as no two workers have a
   * client in common.
   */
  public long seedOf(int lane) {
    int first =
        slice.publishers() > 0
            ? slice.publisherIds().id(0)
            : scenario.topology().publishers()
                + (slice.consumers() > 0 ? slice.consumerIds().id(0) : 0);
    return scenario.workload().seed() + (long) first * MOST_LANES + lane;
  }

  /**
   * Some clients of a scenario.
   *
   * @param publisherIds the publishers
   * @param consumerIds the consumers
   * @param timed the publishers whose messages the consumers time from the send on, as both sides'
   *     clocks are known to agree; empty for all publishers
   */
  public record Slice(ClientIds publisherIds, ClientIds consumerIds, Optional<ClientIds> timed) {

    /** A slice whose consumers time the messages of all publishers. */
    public Slice(ClientIds publisherIds, ClientIds consumerIds) {
      this(publisherIds, consumerIds, Optional.empty());
    }

    /** The same, timing the messages of some publishers only. */
    public Slice timing(ClientIds publishers) {
      return new Slice(publisherIds, consumerIds, Optional.of(publishers));
    }

    /** All clients of a scenario. */
    public static Slice all(Scenario scenario) {
      return new Slice(
          ClientIds.below(scenario.topology().publishers()),
          ClientIds.below(scenario.topology().subscribers()));
    }

    /** Number of publishers in it. */
    public int publishers() {
      return publisherIds.size();
    }

    /** Number of consumers in it. */
    public int consumers() {
      return consumerIds.size();
    }

    /** Number of clients in it. */
    public int clients() {
      return publishers() + consumers();
    }
  }
}
