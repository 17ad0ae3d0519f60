package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.LedgerWriter;
import java.util.function.Supplier;

/**
 * What the responders of one lane count: which requests came to them. Confined to the lane's
 * thread; allocates nothing for a request.
 */
public final class RequestMeter {

  private final long nonce;
  private final LedgerWriter ledger;
  private LaneReport.Damaged damaged = LaneReport.Damaged.NONE;
  private long arrivals;
  private boolean frozen;

  /**
   * A meter for one lane.
   *
   * @param requests the ledger of all responders of this process
   */
  public RequestMeter(LaneContext context, DeliveryLedger requests) {
    this.nonce = context.nonce();
    this.ledger = new LedgerWriter(requests, (nanos, intended, delay, responder, requester) -> {});
  }

  void onRequest(long nanos, long word0, long word1, long word2, int payloadBytes, int responder) {
    if (frozen) {
      return;
    }
    arrivals++;
    if (MessageHeader.isValid(nonce, word0, word1, word2, payloadBytes)) {
      ledger.record(nanos, word0, word1, word2, responder);
    } else {
      add(() -> MessageHeader.mismatch("responder " + responder, word1, payloadBytes));
    }
  }

  /**
   * A request that is too short for a header, lacks what a reply requires, or came with a lower QoS
   * than was granted.
   *
   * @param wrong says what is wrong with it
   */
  void onDamaged(Supplier<String> wrong) {
    if (!frozen) {
      arrivals++;
      add(wrong);
    }
  }

  private void add(Supplier<String> wrong) {
    damaged = damaged.andOne(wrong);
  }

  /** Requests that came, repeated and damaged ones too. */
  long arrivals() {
    return arrivals;
  }

  /** Enters what was collected. */
  void flush() {
    ledger.flush();
  }

  /** Nothing that comes after this is counted. */
  void freeze() {
    ledger.flush();
    frozen = true;
  }

  LaneReport.Damaged damaged() {
    return damaged;
  }
}
