package io.brokerbench.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.brokerbench.core.cluster.AgentOffer;
import java.util.List;
import java.util.Optional;

/** What a member answers, as JSON. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Reply.Description.class, name = "description"),
  @JsonSubTypes.Type(value = Reply.Reserved.class, name = "reserved"),
  @JsonSubTypes.Type(value = Reply.Time.class, name = "time"),
  @JsonSubTypes.Type(value = Reply.Lines.class, name = "lines"),
  @JsonSubTypes.Type(value = Reply.Done.class, name = "done"),
  @JsonSubTypes.Type(value = Reply.Refused.class, name = "refused")
})
sealed interface Reply {

  /** Version of requests and replies; both sides must have the same. */
  int VERSION = 3;

  /**
   * Who a member is.
   *
   * @param protocol {@link #VERSION}
   * @param version of its build
   * @param machine {@link MemberHost}
   * @param offer what it can carry; empty for one that wants work done
   * @param busyWith who reserved it; empty where it is free
   */
  record Description(
      int protocol,
      String version,
      MemberHost machine,
      Optional<AgentOffer> offer,
      Optional<String> busyWith)
      implements Reply {}

  /**
   * A description in the form of another version, of which nothing else is read.
   *
   * @param version of its build
   */
  record UnsupportedVersion(String version) implements Reply {}

  /**
   * Whether it works for the one who asked.
   *
   * @param busyWith whom it works for instead
   */
  record Reserved(Optional<String> busyWith) implements Reply {}

  /** A reading of its clock. */
  record Time(long nanos) implements Reply {}

  /**
   * Lines from the worker, in parts.
   *
   * @param first number of the first of these parts
   * @param parts that the other side does not have yet
   * @param more whether others wait that are too many for one call
   * @param have parts for the worker that have come
   * @param ended how the worker ended; empty while it lives
   */
  record Lines(long first, List<String> parts, boolean more, long have, Optional<String> ended)
      implements Reply {}

  /** As asked. */
  record Done() implements Reply {}

  /** Not done; a line for a person. */
  record Refused(String why) implements Reply {}
}
