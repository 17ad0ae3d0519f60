package io.brokerbench.core.scenario;

/**
 * Who publishes where and who subscribes to what.
 *
 * <p>Publisher <i>i</i> has a topic of its own, {@code p/<k>/t/<i>}, in partition <i>k</i> =
 * <i>i</i> mod partitions. Ids of publishers and consumers count from 0.
 *
 * @param publishers number of publishers, at least 1
 * @param consumers number of consumers, at least 1; 0 with {@link Distribution#NONE}
 * @param distribution how the topic tree is shared out over the consumers
 */
public record Topology(int publishers, int consumers, Distribution distribution) {

  /** Most publishers or consumers of one scenario. */
  public static final int MAX_CLIENTS = 4_000_000;

  private static final String ROOT = "p";

  /** Checks the counts. */
  public Topology {
    requireCount("publishers", publishers);
    if (distribution == null) {
      throw new DefinitionException(
          "topology needs a distribution: SINGLE, PARTITIONS, SHARED, ALL or NONE");
    }
    if (distribution != Distribution.NONE) {
      requireCount("consumers", consumers);
    } else if (consumers != 0) {
      throw new DefinitionException("consumers", "none, as nobody subscribes here", consumers);
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
  }

  private static void requireCount(String field, int count) {
    if (count < 1 || count > MAX_CLIENTS) {
      throw new DefinitionException(field, "between 1 and " + MAX_CLIENTS, count);
    }
  }

  /** Number of parts that the topic tree is cut in. */
  public int partitions() {
    return distribution == Distribution.PARTITIONS ? consumers : 1;
  }

  /** Partition of a publisher. */
  public int partitionOf(int publisher) {
    return publisher % partitions();
  }

  /** Topic of a publisher. */
  public String topicOf(int publisher) {
    return ROOT + "/" + partitionOf(publisher) + "/t/" + publisher;
  }

  /** Topic filter of a consumer, without any prefix of a shared subscription. */
  public String filterOf(int consumer) {
    return distribution == Distribution.PARTITIONS ? ROOT + "/" + consumer + "/#" : ROOT + "/#";
  }

  /** How many consumers get each message: 1, or all with {@link Distribution#ALL}. */
  public int fanOut() {
    return distribution == Distribution.ALL ? consumers : 1;
  }
}
