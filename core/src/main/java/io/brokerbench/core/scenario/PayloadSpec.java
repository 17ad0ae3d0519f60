package io.brokerbench.core.scenario;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;

/**
 * What messages carry.
 *
 * @param bytes size of each payload, header included; 24 to 16 MiB
 */
public record PayloadSpec(int bytes) {

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
