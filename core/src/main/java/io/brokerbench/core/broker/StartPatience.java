package io.brokerbench.core.broker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How long a broker is waited for that is started, and who hears that it takes long.
 *
 * @param limit longest wait; empty for as long as the broker goes on with its log or works, within
 *     reason
 * @param progress hears, now and then, a line about a start that takes long
 */
public record StartPatience(Optional<Duration> limit, Consumer<String> progress) {

  /** Without a limit of the user's, and without a listener. */
  public static final StartPatience USUAL = new StartPatience(Optional.empty(), line -> {});

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofHours(1);

  /** Checks the limit. */
  public StartPatience {
    Objects.requireNonNull(progress, "progress");
    if (limit.filter(d -> d.compareTo(LEAST) < 0 || d.compareTo(MOST) > 0).isPresent()) {
      throw new DefinitionException(
          "startTimeout", "between 1s and 1h", Durations.format(limit.get()));
    }
  }
}
