package io.brokerbench.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/**
 * What one member asks of another, as JSON. {@code session} is the name of whoever reserved an
 * agent: an agent that is reserved by one does nothing for others.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Request.Describe.class, name = "describe"),
  @JsonSubTypes.Type(value = Request.Reserve.class, name = "reserve"),
  @JsonSubTypes.Type(value = Request.Heartbeat.class, name = "heartbeat"),
  @JsonSubTypes.Type(value = Request.Release.class, name = "release"),
  @JsonSubTypes.Type(value = Request.Clock.class, name = "clock"),
  @JsonSubTypes.Type(value = Request.Start.class, name = "start"),
  @JsonSubTypes.Type(value = Request.Exchange.class, name = "exchange"),
  @JsonSubTypes.Type(value = Request.End.class, name = "end")
})
sealed interface Request {

  /** Who are you? Answered by {@link Reply.Description}. */
  record Describe() implements Request {}

  /**
   * Work for me, until I release you or am gone; answered by {@link Reply.Reserved}.
   *
   * @param by for a person
   */
  record Reserve(String session, String by) implements Request {}

  /**
   * I am still there. It reserves no agent: one that has dropped me, or was released, stays free.
   * Answered by {@link Reply.Done}, or {@link Reply.Refused}.
   */
  record Heartbeat(String session) implements Request {}

  /** I have no more work. Answered by {@link Reply.Done}. */
  record Release(String session) implements Request {}

  /** What time is it? Answered by {@link Reply.Time}. */
  record Clock() implements Request {}

  /**
   * Starts a worker, in place of an earlier one that has ended; answered by {@link Reply.Done}.
   *
   * @param run its number, which the exchanges with it name
   * @param aheadNanos by how much the run's clock is ahead of the agent's
   * @param heapBytes limit of its heap
   */
  record Start(String session, int run, long aheadNanos, long heapBytes) implements Request {}

  /**
   * Lines for the worker, and from it; answered by {@link Reply.Lines}. They cross in the parts of
   * a {@link LineOutbox}, which are numbered from 0 in either direction and sent again until the
   * other side has them, so that a call that is lost loses none.
   *
   * @param first number of the first of these parts
   * @param parts for the worker
   * @param have parts from the worker that have come
   * @param close whether nothing follows these parts
   */
  record Exchange(String session, int run, long first, List<String> parts, long have, boolean close)
      implements Request {}

  /** Ends the worker at once. Answered by {@link Reply.Done}. */
  record End(String session, int run) implements Request {}
}
