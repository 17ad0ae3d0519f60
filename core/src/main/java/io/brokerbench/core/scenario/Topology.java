package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * Which clients publish where, and which subscribe to what.
 *
 * <p>Publisher <i>i</i> has a topic of its own, {@code p/<run>/<k>/t/<i>}, in partition <i>k</i> =
 * <i>i</i> mod partitions, unless {@code topics} says otherwise. Ids of publishers and consumers
 * count from 0. The run's name is in it, so that no run meets what another one left on the broker.
 *
 * <p>With responders, publishers are requesters: what each sends is a request, which one of the
 * responders answers. The consumers get the replies, each those to the publishers of its partition.
 *
 * @param publishers number of publishers
 * @param consumers number of consumers; 0 with {@code NONE}
 * @param distribution how the topic tree is shared out over the consumers
 * @param topics what topics are called; absent for the usual names
 * @param responders clients that share one subscription to all requests and reply to each; absent
 *     where messages go to the consumers themselves
 */
@RecordBuilder
public record Topology(
    @JsonPropertyDescription("Number of publishers; of devices, in a connection burst.")
        @Bounds(min = 1, max = Topology.MAX_CLIENTS)
        int publishers,
    @JsonPropertyDescription("Number of consumers.") @Bounds(max = Topology.MAX_CLIENTS)
        int consumers,
    @JsonPropertyDescription("Which consumers get a message.") Distribution distribution,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<TopicNames> topics,
    @JsonPropertyDescription(
            "Clients that share a subscription to the requests and reply to each (default: none).")
        @Bounds(min = 1, max = Topology.MAX_CLIENTS)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Integer> responders)
    implements TopologyBuilder.With {

  /** Most publishers or consumers of one scenario. */
  public static final int MAX_CLIENTS = 4_000_000;

  private static final String ROOT = "p/";
  private static final String REPLIES = "r/";

  /** Checks the counts. */
  public Topology {
    topics = topics == null ? Optional.empty() : topics;
    responders = responders == null ? Optional.empty() : responders;
    requireCount("publishers", publishers);
    if (distribution == null) {
      throw new DefinitionException(
          "topology needs a distribution: SINGLE, PARTITIONS, SHARED, ALL or NONE");
    }
    if (distribution != Distribution.NONE) {
      requireCount("consumers", consumers);
    } else if (consumers != 0) {
      throw new DefinitionException(
          "consumers", "none, as there are no subscriptions here", consumers);
    }
    if (distribution == Distribution.SINGLE && consumers != 1) {
      throw new DefinitionException("consumers", "SINGLE has exactly 1 consumer", consumers);
    }
    if (distribution == Distribution.PARTITIONS && consumers > publishers) {
      throw new DefinitionException(
          "consumers",
          "the most is "
              + publishers
              + ", as each consumer has a partition of its own and each partition needs a"
              + " publisher",
          consumers);
    }
    if (topics.isPresent() && distribution == Distribution.NONE) {
      throw new DefinitionException("topics: none without publishers and subscribers");
    }
    if (responders.isPresent()) {
      requireRequests(responders.get(), distribution, topics);
    }
  }

  /** A topology with the usual names of topics. */
  public Topology(int publishers, int consumers, Distribution distribution) {
    this(publishers, consumers, distribution, Optional.empty(), Optional.empty());
  }

  /**
   * Requesters, each with a consumer of its own for the replies, and those who reply.
   *
   * @param requesters number of requesters
   * @param responders that share the requests
   */
  public static Topology ofRequests(int requesters, int responders) {
    return new Topology(
        requesters, requesters, Distribution.PARTITIONS, Optional.empty(), Optional.of(responders));
  }

  /** The same with other names of topics. */
  public Topology withTopics(TopicNames names) {
    return withTopics(Optional.of(names));
  }

  private static void requireRequests(
      int count, Distribution distribution, Optional<TopicNames> topics) {
    requireCount("responders", count);
    if (distribution != Distribution.PARTITIONS) {
      throw new DefinitionException(
          "responders", "only with PARTITIONS, as each reply is owed to one consumer", count);
    }
    if (topics.isPresent()) {
      throw new DefinitionException("responders", "not with topics of other names", count);
    }
  }

  private static void requireCount(String field, int count) {
    if (count < 1 || count > MAX_CLIENTS) {
      throw new DefinitionException(field, "between 1 and " + MAX_CLIENTS, count);
    }
  }

  /** Whether what is sent is requests, which responders answer. */
  public boolean hasRequests() {
    return responders.isPresent();
  }

  /**
   * Number of clients that subscribe: the consumers, and after them by id the responders. Id
   * <i>consumers + r</i> is responder <i>r</i>.
   */
  public int subscribers() {
    return consumers + responders.orElse(0);
  }

  /** Whether a subscriber is a responder, by its id. */
  public boolean isResponder(int subscriber) {
    return subscriber >= consumers;
  }

  /** Number of all clients. */
  public int clients() {
    return publishers + subscribers();
  }

  /** Number of parts that the topic tree is cut in. */
  public int partitions() {
    return distribution == Distribution.PARTITIONS ? consumers : 1;
  }

  /** Partition of a publisher. */
  public int partitionOf(int publisher) {
    return publisher % partitions();
  }

  /**
   * Topic of a publisher.
   *
   * @param run name of the run, one level of the topic
   */
  public String topicOf(int publisher, String run) {
    return topics.isPresent()
        ? topics.get().topicOf(publisher, partitionOf(publisher), run)
        : ROOT + run + "/" + partitionOf(publisher) + "/t/" + publisher;
  }

  /**
   * Topics of a publisher, which sends its messages to them in turn.
   *
   * @param run name of the run, one level of the topics
   */
  public List<String> topicsOf(int publisher, String run) {
    return topics.isPresent()
        ? topics.get().topicsOf(publisher, partitionOf(publisher), run)
        : List.of(topicOf(publisher, run));
  }

  /** Whether a publisher has several topics, over which MQTT promises no order. */
  public boolean hasMetrics() {
    return topics.flatMap(TopicNames::metrics).isPresent();
  }

  /**
   * Topic of the replies to a publisher, which is one level longer than it has to be, so that the
   * filter of a consumer has the form that it has elsewhere.
   *
   * @param run name of the run, one level of the topic
   */
  public String replyTopicOf(int publisher, String run) {
    return REPLIES + run + "/" + partitionOf(publisher) + "/t/" + publisher;
  }

  /**
   * Topic filters of a consumer or responder, at least one, without any prefix of a shared
   * subscription.
   *
   * @param run name of the run, one level of the topics
   */
  public List<String> filtersOf(int consumer, String run) {
    if (responders.isPresent()) {
      return List.of(
          isResponder(consumer) ? ROOT + run + "/#" : REPLIES + run + "/" + consumer + "/#");
    }
    if (topics.isPresent()) {
      return topics.get().filtersOf(consumer, run);
    }
    String root = ROOT + run;
    return List.of(
        distribution == Distribution.PARTITIONS ? root + "/" + consumer + "/#" : root + "/#");
  }

  /**
   * Filter of what all publishers publish, with the usual names of topics.
   *
   * @param run name of the run, one level of the topics
   */
  public static String wholeTree(String run) {
    return ROOT + run + "/#";
  }

  /** How many consumers get each message: 1, or all with {@link Distribution#ALL}. */
  public int fanOut() {
    return distribution == Distribution.ALL ? consumers : 1;
  }
}
