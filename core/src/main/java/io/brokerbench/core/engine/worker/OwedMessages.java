package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.TimedPublishers;
import io.brokerbench.core.engine.lane.OverdueMeter;
import io.brokerbench.core.engine.lane.PublisherSlot;
import io.brokerbench.core.engine.lane.StormMeter;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.payload.PayloadBytes;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.SlowConsumers;
import io.brokerbench.core.storm.SlowReport;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Which messages of a publisher the consumers are owed: all, or in a storm the last one alone,
 * which is the first one in the account. Belongs to the thread that commands the worker.
 */
final class OwedMessages {

  private final Optional<Storm> storm;
  private final Optional<SlowConsumers> slow;
  private final StormNames.Tally missing = new StormNames.Tally();
  private final Map<Integer, Long> missingOfSlow = new TreeMap<>();
  private final Optional<SizeTable> sizes;
  private final int publishers;
  private final int ownSlow;
  private long missingBytes;

  OwedMessages(Scenario scenario, Assignment.Slice slice, Optional<SizeTable> sizes) {
    this.storm = scenario.stormOfMessages();
    this.slow = scenario.slowConsumers();
    this.sizes = sizes;
    this.publishers = scenario.topology().publishers();
    this.ownSlow =
        (int)
            IntStream.of(slice.consumerIds().toArray())
                .filter(id -> slow.filter(which -> which.isSlow(id)).isPresent())
                .count();
  }

  /**
   * Bytes of the payloads, once what never came is noted; empty where all have one size.
   *
   * @param publishers of the worker
   */
  Optional<PayloadBytes.Part> payloadBytes(List<PublisherSlot> publishers) {
    if (sizes.isEmpty()) {
      return Optional.empty();
    }
    PayloadBytes.Part sum = new PayloadBytes.Part(0, 0, missingBytes, Integer.MAX_VALUE, 0);
    for (PublisherSlot slot : publishers) {
      for (long sequence = 0; sequence < slot.next; sequence++) {
        int bytes = slot.payloadBytes(MessageHeader.word1(slot.id(), sequence));
        sum = sum.plusSent(bytes, isOwed(sequence));
      }
    }
    return Optional.of(sum);
  }

  /**
   * Notes each delivery that never came, and its age.
   *
   * @param sent by all publishers of the run
   * @param timed publishers whose messages are timed
   * @param storms the meter of a storm of messages, which knows when each was due; null without one
   */
  DeliveryAccount.MissingVisitor noting(
      OverdueMeter overdue, SentMessages sent, TimedPublishers timed, StormMeter storms) {
    return (publisher, sequence, consumer) -> {
      if (sizes.isPresent()) {
        long before = storm.map(Storm::owedSequence).orElse(0L);
        missingBytes += sizes.get().of(MessageHeader.word1(publisher, sequence + before));
      }
      if (storm.isPresent()) {
        missing.add(publisher, consumer);
        if (timed.contains(publisher)) {
          overdue.onMissingDelivery(storms.dueNanos(publisher, consumer));
        }
      } else if (slow.filter(which -> which.isSlow(consumer)).isPresent()) {
        if (!sent.isUnacknowledged(publisher, sequence)) {
          missingOfSlow.merge(consumer, 1L, Long::sum);
        }
        if (timed.contains(publisher)) {
          overdue.onMissingSlowDelivery(publisher, sequence);
        }
      } else if (timed.contains(publisher)) {
        overdue.onMissingDelivery(publisher, sequence);
      }
    };
  }

  /**
   * Notes the deliveries to consumers of this worker that were due for messages that no publisher
   * of the run has sent, as they are among those that this worker times. In a storm of messages, no
   * schedule says when they were due.
   *
   * @param recipients how many of these consumers are owed each message of a publisher
   */
  void noteUnsent(
      OverdueMeter overdue, SentMessages sent, TimedPublishers timed, IntUnaryOperator recipients) {
    for (int publisher = 0; storm.isEmpty() && publisher < publishers; publisher++) {
      int owed = timed.contains(publisher) ? recipients.applyAsInt(publisher) : 0;
      if (owed > 0) {
        overdue.onUnsentDeliveries(publisher, sent.sent(publisher), owed - ownSlow, ownSlow);
      }
    }
  }

  private boolean isOwed(long sequence) {
    return storm.map(kind -> kind.owedSequence() == sequence).orElse(true);
  }

  /** How many of those that a publisher has sent. */
  long owing(long sent) {
    return storm.map(kind -> sent / (kind.owedSequence() + 1)).orElse(sent);
  }

  /** Adds a message, as the account knows it, to others; nothing where it is not owed. */
  void addTo(LongStream.Builder messages, int publisher, long sequence) {
    long before = storm.map(Storm::owedSequence).orElse(0L);
    if (sequence >= before) {
      messages.add(MessageHeader.word1(publisher, sequence - before));
    }
  }

  /** What was seen of a storm, with those, and with what the broker held for slow consumers. */
  StormReport completed(StormReport seen, BacklogGauge backlog) {
    if (slow.isPresent()) {
      return seen.with(new SlowReport(missingOfSlow, 0, backlog.slow().highWaterMark()));
    }
    return storm.isPresent() ? seen.withMissing(missing.names()) : seen;
  }
}
