package io.brokerbench.core.engine.measure;

import io.brokerbench.core.load.IntendedSendTimes;
import io.brokerbench.core.result.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Accounts for every delivery: which came, came twice, out of order or astray, and which never did.
 *
 * <p>A <em>stream</em> is what one publisher sends to one recipient; a recipient is a consumer, or
 * a shared subscription, which gets each message once over all its members. For each stream the
 * ledger keeps the contiguous watermark (every message below it has come) and a window of 64
 * messages above it in one {@code long}; only where a message is missing for longer than that does
 * a stream get a {@link SparseWindow}, which keeps pages that have holes and no others. Memory is
 * 20 bytes for each stream, plus at most a bit and a half for each message above a hole.
 *
 * <p>Order is judged per publisher and consumer: a new delivery is reordered when a later message
 * of that publisher came before it (RFC 4737, section 4: type-P-reordered). Over the members of a
 * shared subscription MQTT promises no order; within one member it does.
 *
 * <p>Not safe for use by several threads: {@link LedgerWriter} is the door for lanes.
 */
public final class DeliveryLedger {

  /** What a delivery was. */
  enum DeliveryKind {
    NEW,
    REORDERED,
    DUPLICATE,
    MISDELIVERED
  }

  private final int publishers;
  private final int recipients;
  private final long[] watermarks;
  private final long[] windows;
  private final SparseWindow[] sparse;
  private final long[][] nextByConsumer;

  /** Consumers in the order of recipients; none where each message has one recipient. */
  private final int[] consumers;

  /** Position of each consumer among the recipients, with several recipients. */
  private final int[] recipientOf;

  /** Publishers whose messages are owed to this ledger's recipients; null for all. */
  private BitSet owing;

  /**
   * The consumer that each publisher's messages are owed to; null where any consumer may get them.
   */
  private int[] ownerOf;

  /** Null where messages do not expire. */
  private ExpiryWatch expiry;

  /** Recipients that are owed nothing. */
  private final BitSet excused = new BitSet();

  private long received;
  private long duplicated;
  private long reordered;
  private long misdelivered;
  private long repeatedElsewhere;
  private final List<DeliveryAccount.Stray> strays = new ArrayList<>();

  private DeliveryLedger(int publishers, int recipients, int sharedConsumers, int[] consumers) {
    this.publishers = publishers;
    this.recipients = recipients;
    int streams = Math.multiplyExact(publishers, recipients);
    this.watermarks = new long[streams];
    this.windows = new long[streams];
    this.sparse = new SparseWindow[streams];
    this.nextByConsumer = new long[sharedConsumers][];
    this.consumers = consumers;
    this.recipientOf = new int[consumers.length == 0 ? 0 : consumers[consumers.length - 1] + 1];
    for (int recipient = 0; recipient < consumers.length; recipient++) {
      recipientOf[consumers[recipient]] = recipient;
    }
  }

  /**
   * A ledger where each message is owed to one recipient, be it a consumer or, with {@code
   * sharedConsumers}, the members of one shared subscription.
   *
   * @param publishers number of publishers; their ids count from 0
   * @param sharedConsumers members of the shared subscription; 0 where there is none
   */
  public static DeliveryLedger single(int publishers, int sharedConsumers) {
    return new DeliveryLedger(publishers, 1, sharedConsumers, new int[0]);
  }

  /** A ledger where each message is owed to every one of the consumers. */
  public static DeliveryLedger fanOut(int publishers, int consumers) {
    return fanOut(publishers, IntStream.range(0, consumers).toArray());
  }

  /**
   * The same for some of the consumers: the others' copies are another ledger's.
   *
   * @param consumers their ids, in ascending order
   */
  public static DeliveryLedger fanOut(int publishers, int[] consumers) {
    return new DeliveryLedger(publishers, consumers.length, 0, consumers.clone());
  }

  /**
   * Accounts for the messages of some publishers only: the others' are another ledger's. To be
   * called before anything is entered.
   *
   * @return this
   */
  public DeliveryLedger owedBy(IntPredicate publisher) {
    owing = new BitSet(publishers);
    IntStream.range(0, publishers).filter(publisher).forEach(owing::set);
    return this;
  }

  /**
   * Names the one consumer that each publisher's messages are owed to: whatever arrives at another
   * one is misdelivered. To be called before anything is entered; only for a ledger with one
   * recipient for each message.
   *
   * @return this
   */
  public DeliveryLedger ownedBy(IntUnaryOperator consumerOfPublisher) {
    ownerOf = IntStream.range(0, publishers).map(consumerOfPublisher).toArray();
    return this;
  }

  /**
   * Lets the broker drop messages that have expired. To be called before anything is entered.
   *
   * @param nanos expiry of each message
   * @param schedule when messages are to be sent; null where no schedule says so
   * @return this
   */
  public DeliveryLedger expiringAfter(long nanos, IntendedSendTimes schedule) {
    expiry =
        new ExpiryWatch(
            watermarks.length,
            nanos,
            (publisher, sequence, earlier) ->
                schedule == null ? earlier : schedule.of(publisher, sequence));
    return this;
  }

  /** Excuses the broker from what is owed to some, where each message is owed to every consumer. */
  public void excuse(IntPredicate consumer) {
    IntStream.of(consumers).filter(consumer).map(id -> recipientOf[id]).forEach(excused::set);
  }

  /** Whether this ledger accounts for a publisher's messages. */
  boolean isOwedBy(int publisher) {
    return publisher >= 0
        && publisher < publishers
        && (owing == null ? recipients > 0 : owing.get(publisher));
  }

  /** How many of this ledger's recipients are owed each message of a publisher. */
  public int recipientsOf(int publisher) {
    return isOwedBy(publisher) ? recipients : 0;
  }

  /** Whether deliveries have to be dated as well. */
  boolean expires() {
    return expiry != null;
  }

  /**
   * Dates a delivery that was entered.
   *
   * @param intended send time of its message
   * @param nanos when it came
   */
  void date(int publisher, int consumer, long sequence, long intended, long nanos) {
    if (nextByConsumer.length == 0 && isOwedBy(publisher)) { // else there is no order
      expiry.onDelivery(stream(publisher, consumer), publisher, sequence, intended, nanos);
    }
  }

  private int stream(int publisher, int consumer) {
    return consumers.length == 0 ? publisher : publisher * recipients + recipientOf[consumer];
  }

  /** Enters a delivery of a message that was not retained. */
  DeliveryKind record(int publisher, int consumer, long sequence) {
    return record(publisher, consumer, sequence, false);
  }

  /**
   * Enters a delivery.
   *
   * @param publisher id; one that is not owed to this ledger's consumers is misdelivered
   * @param consumer that got it
   * @param sequence of the message among its publisher's
   * @param retained whether it came because its topic was subscribed to, so that it may be there
   *     already and is no duplicate
   */
  DeliveryKind record(int publisher, int consumer, long sequence, boolean retained) {
    if (!isOwedBy(publisher) || (ownerOf != null && ownerOf[publisher] != consumer)) {
      misdelivered++;
      if (strays.size() < Messages.MAX_NAMED) {
        strays.add(new DeliveryAccount.Stray(publisher, sequence, consumer));
      }
      return DeliveryKind.MISDELIVERED;
    }
    DeliveryKind outcome = recordInStream(stream(publisher, consumer), sequence);
    if (nextByConsumer.length > 0 && !retained) { // which no shared subscription is given
      outcome = withinGroup(outcome, next(consumer), publisher, sequence);
    }
    switch (outcome) {
      case NEW -> received++;
      case REORDERED -> {
        received++;
        reordered++;
      }
      case DUPLICATE -> duplicated += retained ? 0 : 1;
      case MISDELIVERED -> throw new IllegalStateException("a stream has one recipient");
    }
    return outcome;
  }

  /** Enters a delivery that another run's consumers were owed. */
  void recordOfAnother() {
    misdelivered++;
  }

  private DeliveryKind recordInStream(int stream, long sequence) {
    SparseWindow beyond = sparse[stream];
    if (beyond != null) {
      return recordSparse(stream, beyond, sequence);
    }
    long watermark = watermarks[stream];
    long window = windows[stream];
    long distance = sequence - watermark;
    if (distance == 0) {
      int following = Long.numberOfTrailingZeros(~window);
      watermarks[stream] = watermark + 1 + following;
      windows[stream] = following >= 63 ? 0 : window >>> (following + 1);
      return window == 0 ? DeliveryKind.NEW : DeliveryKind.REORDERED;
    }
    if (distance < 0) {
      return DeliveryKind.DUPLICATE;
    }
    if (distance <= 64) {
      long bit = 1L << (distance - 1);
      if ((window & bit) != 0) {
        return DeliveryKind.DUPLICATE;
      }
      windows[stream] = window | bit;
      return Long.compareUnsigned(window, bit) > 0 ? DeliveryKind.REORDERED : DeliveryKind.NEW;
    }
    SparseWindow opened = new SparseWindow(watermark, window);
    sparse[stream] = opened;
    return recordSparse(stream, opened, sequence);
  }

  private DeliveryKind recordSparse(int stream, SparseWindow beyond, long sequence) {
    long end = beyond.end();
    if (!beyond.add(sequence)) {
      return DeliveryKind.DUPLICATE;
    }
    if (beyond.isContiguous()) {
      watermarks[stream] = beyond.end();
      windows[stream] = 0;
      sparse[stream] = null;
    }
    return sequence < end ? DeliveryKind.REORDERED : DeliveryKind.NEW;
  }

  private DeliveryKind withinGroup(DeliveryKind kind, long[] next, int publisher, long sequence) {
    boolean ahead = sequence >= next[publisher];
    if (kind == DeliveryKind.DUPLICATE) {
      repeatedElsewhere += ahead ? 1 : 0;
      return kind;
    }
    next[publisher] = Math.max(next[publisher], sequence + 1);
    return ahead ? DeliveryKind.NEW : DeliveryKind.REORDERED;
  }

  /** What comes behind the last message of each publisher that a member of a group has had. */
  private long[] next(int consumer) {
    if (nextByConsumer[consumer] == null) {
      nextByConsumer[consumer] = new long[publishers];
    }
    return nextByConsumer[consumer];
  }

  /**
   * Makes up the account of messages that were all acknowledged.
   *
   * @param sent messages sent by each publisher, also by those that send in another process
   * @param maxNamed most missing deliveries to name
   */
  public DeliveryAccount account(IntToLongFunction sent, int maxNamed) {
    return account(
        PublishedMessages.acknowledged(sent), maxNamed, (p, sequence, consumer) -> {}, null, 0);
  }

  /**
   * Makes up the account.
   *
   * @param published by all publishers of the run, also by those that send in another process
   * @param maxNamed most missing deliveries to name
   * @param onMissing hears of each delivery that never arrived
   * @param intended when messages were to be sent, where they expire; else not asked
   * @param endNanos when counting stopped
   */
  public DeliveryAccount account(
      PublishedMessages published,
      int maxNamed,
      DeliveryAccount.MissingVisitor onMissing,
      IntendedSendTimes intended,
      long endNanos) {
    long expected = 0;
    long unacknowledged = 0;
    long expired = 0;
    List<DeliveryAccount.Missing> named = new ArrayList<>();
    for (int publisher = 0; publisher < publishers; publisher++) {
      if (!isOwedBy(publisher)) {
        continue;
      }
      long count = published.sent(publisher);
      expected += count * (recipients - excused.cardinality());
      for (int recipient = excused.nextClearBit(0);
          recipient < recipients;
          recipient = excused.nextClearBit(recipient + 1)) {
        int consumer = consumers.length == 0 ? -1 : consumers[recipient];
        int stream = publisher * recipients + recipient;
        for (long sequence = watermarks[stream]; sequence < count; sequence++) {
          if (contains(stream, sequence)) {
            continue;
          }
          onMissing.visit(publisher, sequence, consumer);
          if (published.isUnacknowledged(publisher, sequence)) {
            unacknowledged++;
          } else if (expiry != null
              && expiry.mayHaveExpired(
                  stream, sequence, intended.of(publisher, sequence), endNanos)) {
            expired++;
          } else if (named.size() < maxNamed) {
            named.add(new DeliveryAccount.Missing(publisher, sequence, consumer));
          }
        }
      }
    }
    return new DeliveryAccount(
        expected,
        received,
        unacknowledged,
        deliveredOf(published),
        duplicated,
        repeatedElsewhere,
        misdelivered,
        reordered,
        expired,
        named,
        strays);
  }

  /** Deliveries made of messages that were never acknowledged. */
  private long deliveredOf(PublishedMessages published) {
    long[] delivered = new long[1];
    published.forEachUnacknowledged(
        (publisher, sequence) -> {
          for (int recipient = 0; isOwedBy(publisher) && recipient < recipients; recipient++) {
            delivered[0] += contains(publisher * recipients + recipient, sequence) ? 1 : 0;
          }
        });
    return delivered[0];
  }

  private boolean contains(int stream, long sequence) {
    if (sparse[stream] != null) {
      return sparse[stream].contains(sequence);
    }
    long distance = sequence - watermarks[stream];
    return distance < 0
        || (distance >= 1 && distance <= 64 && (windows[stream] & (1L << (distance - 1))) != 0);
  }

  @Override
  public String toString() {
    long holes = Arrays.stream(sparse).filter(Objects::nonNull).count();
    return "DeliveryLedger[" + received + " received, " + holes + " streams with holes]";
  }
}
