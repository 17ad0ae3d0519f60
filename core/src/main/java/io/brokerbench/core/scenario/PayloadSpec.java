package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;

/**
 * What messages carry.
 *
 * @param bytes bytes of each payload, its header included
 */
public record PayloadSpec(
    @JsonPropertyDescription("Size of each payload; 24 or more.")
        @Bounds(min = MessageHeader.BYTES, max = PayloadSpec.MAX_BYTES)
        int bytes) {

  /** Largest payload. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** Checks the size. */
  public PayloadSpec {
    if (bytes < MessageHeader.BYTES) {
      throw new DefinitionException(
          "payload",
          "the least is " + MessageHeader.BYTES + " bytes, which the message header takes",
          bytes);
    }
    if (bytes > MAX_BYTES) {
      throw new DefinitionException("payload", "the most is " + MAX_BYTES + " bytes", bytes);
    }
  }
}
