package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Which messages of a publisher the consumers are owed: all, or in a storm the last one alone,
 * which is the first one in the account. Belongs to the thread that commands the worker.
 */
final class OwedMessages {

  private final Optional<Storm> storm;
  private final List<StormReport.Delivery> missing = new ArrayList<>();

  OwedMessages(Optional<Storm> storm) {
    this.storm = storm;
  }

  boolean isStorm() {
    return storm.isPresent();
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

  /** In a storm, a delivery that was owed and never came. */
  void onMissing(int publisher, int consumer) {
    if (missing.size() < StormReport.MAX_NAMED) {
      missing.add(new StormReport.Delivery(publisher, consumer));
    }
  }

  /** What was seen of a storm, with those. */
  StormReport completed(StormReport seen) {
    return storm.isPresent() ? seen.withMissing(missing) : seen;
  }
}
