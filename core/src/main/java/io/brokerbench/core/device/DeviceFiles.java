package io.brokerbench.core.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where the clients of a scenario are described, a row for each: publisher <i>i</i> is row <i>i</i>
 * of its file, from 0.
 *
 * @param publishers file of the publishers' rows, CSV or JSON lines; absent for the usual clients
 * @param consumers file of the consumers' rows; absent for the usual clients
 */
public record DeviceFiles(
    @JsonPropertyDescription("File with a row for each publisher, CSV or JSON lines.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> publishers,
    @JsonPropertyDescription("File with a row for each consumer, CSV or JSON lines.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> consumers) {

  /** Checks that there is a file, of a kind that is known. */
  public DeviceFiles {
    publishers = publishers == null ? Optional.empty() : publishers;
    consumers = consumers == null ? Optional.empty() : consumers;
    if (publishers.isEmpty() && consumers.isEmpty()) {
      throw new DefinitionException("devices needs a file: publishers, consumers or both");
    }
    publishers.ifPresent(file -> DeviceFormat.of("publishers", file));
    consumers.ifPresent(file -> DeviceFormat.of("consumers", file));
  }

  /** The same with relative paths from a folder made whole, so that they hold anywhere. */
  public DeviceFiles from(Path folder) {
    UnaryOperator<String> resolve =
        file -> folder.toAbsolutePath().resolve(file).normalize().toString();
    return new DeviceFiles(publishers.map(resolve), consumers.map(resolve));
  }
}
