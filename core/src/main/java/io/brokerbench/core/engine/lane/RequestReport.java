package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.result.Messages;
import java.util.Optional;

/**
 * What responders counted. Merging is associative.
 *
 * @param taken the account of the requests: those sent are owed to the responders together
 * @param damaged requests that came to a responder damaged, or without what a reply requires
 * @param unacknowledgedReplies replies that the broker had not taken over by the end
 */
public record RequestReport(
    DeliveryAccount taken, LaneReport.Damaged damaged, long unacknowledgedReplies) {

  /** Both as one. */
  public RequestReport merge(RequestReport other) {
    return new RequestReport(
        taken.merge(other.taken, Messages.MAX_NAMED),
        damaged.plus(other.damaged),
        unacknowledgedReplies + other.unacknowledgedReplies);
  }

  /** Why a reply that is missing need not be the broker's to deliver; empty if it is. */
  public Optional<String> doubt() {
    return unacknowledgedReplies == 0
        ? Optional.empty()
        : Optional.of(
            NumberText.sentence(
                "the broker had not acknowledged %s replies of the responders",
                unacknowledgedReplies));
  }
}
