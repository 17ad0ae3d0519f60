package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.base.Bounds;
import java.util.List;

/**
 * What became of the requests of a run, warm-up and drain included. A responder replies to each
 * request that comes to it.
 *
 * @param responders clients that replied
 * @param sent requests handed to a connection
 * @param taken distinct requests that came to a responder
 * @param takenAgain requests that came to a responder again, which replied again
 * @param damaged requests that came to a responder with another header, or without response topic
 *     or correlation data; they also count as damaged messages
 * @param replied distinct replies that came to the requester that they were for
 * @param unacknowledgedReplies replies that the broker had not taken over by the end
 * @param unanswered the first requests without a reply, by name
 */
public record Requests(
    int responders,
    long sent,
    long taken,
    long takenAgain,
    long damaged,
    long replied,
    long unacknowledgedReplies,
    @Bounds(max = Messages.MAX_NAMED) List<Unanswered> unanswered) {

  /** Copies the list. */
  public Requests {
    unanswered = List.copyOf(unanswered);
  }

  /** Requests without a reply. */
  public long withoutReply() {
    return sent - replied;
  }

  /** Requests that came to no responder. */
  public long notTaken() {
    return sent - taken;
  }

  /** Requests that a responder replied to, and whose reply came to no requester. */
  public long notReturned() {
    return taken - replied;
  }

  /** What of a request is missing. */
  public enum Way {
    /** The request itself: no responder got it. */
    @JsonProperty("request")
    REQUEST,
    /** The reply to it: a responder got the request. */
    @JsonProperty("reply")
    REPLY
  }

  /**
   * A request without a reply.
   *
   * @param requester id of the requester, from 0
   * @param sequence number of the request among that requester's, from 0
   * @param missing what of it did not arrive
   */
  public record Unanswered(int requester, long sequence, Way missing) {}
}
