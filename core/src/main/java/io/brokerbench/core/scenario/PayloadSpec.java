package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.payload.PayloadSizes;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What messages carry.
 *
 * @param bytes bytes of each payload, its header included; of no meaning with a template or sizes
 * @param template file of the text that publishers send; absent for a header and zeros
 * @param sizes how long the payloads are where they are not all of one length; not with a template
 * @param proof where the header travels that proves each message; absent for the payload
 */
public record PayloadSpec(
    @JsonPropertyDescription("Size of each payload; 24 or more.")
        @Bounds(min = MessageHeader.BYTES, max = PayloadSpec.MAX_BYTES)
        int bytes,
    @JsonPropertyDescription("File of the text that publishers send, a template.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> template,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<PayloadSizes> sizes,
    @JsonPropertyDescription(
            "Where the header travels that proves each message: PAYLOAD, USER_PROPERTY or"
                + " JMS_PROPERTY (default: PAYLOAD).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<ProofIn> proof) {

  /** Where the header travels that proves each message. */
  public enum ProofIn {
    /** In the payload, at its beginning or where the template has it. */
    PAYLOAD,
    /** In a user property of MQTT 5, so that the payload is the application's alone. */
    USER_PROPERTY,
    /** In a property of JMS, likewise. */
    JMS_PROPERTY
  }

  /** Largest payload. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** Checks the size. */
  public PayloadSpec {
    template = template == null ? Optional.empty() : template;
    sizes = sizes == null ? Optional.empty() : sizes;
    proof = proof == null ? Optional.empty() : proof;
    if (sizes.isPresent() && template.isPresent()) {
      throw new DefinitionException(
          "template", "not with sizes, as its payloads have its own length", template.get());
    }
    if (bytes < MessageHeader.BYTES) {
      throw new DefinitionException(
          "payload",
          "at least " + MessageHeader.BYTES + " bytes are required for the message header",
          bytes);
    }
    if (bytes > MAX_BYTES) {
      throw new DefinitionException("payload", "the most is " + MAX_BYTES + " bytes", bytes);
    }
  }

  /** A header and zeros; no form of it in a document. */
  @JsonCreator(mode = JsonCreator.Mode.DISABLED)
  public PayloadSpec(int bytes) {
    this(bytes, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same with a relative path from a folder. */
  public PayloadSpec from(Path folder) {
    return new PayloadSpec(
        bytes,
        template.map(file -> folder.toAbsolutePath().resolve(file).normalize().toString()),
        sizes.map(all -> all.from(folder)),
        proof);
  }

  /** Whether the header travels beside the payload, in a property of MQTT 5 or JMS. */
  public boolean provesByProperty() {
    return proof.filter(place -> place != ProofIn.PAYLOAD).isPresent();
  }
}
