package io.brokerbench.cli.live;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.report.text.Paragraph;
import java.time.Duration;
import java.util.Optional;

/** How long the clients took to connect: said once, when the next phase begins. */
final class ConnectTime {

  private final NanoClock clock;
  private long start;
  private boolean connecting;

  ConnectTime() {
    this(NanoClock.SYSTEM);
  }

  ConnectTime(NanoClock clock) {
    this.clock = clock;
  }

  /** The line, if it is due now. */
  Optional<String> line(Progress progress) {
    if (progress.phase() == Phase.CONNECT) {
      if (!connecting) {
        connecting = true;
        start = clock.nanoTime() - progress.elapsed().toNanos();
      }
      return Optional.empty();
    }
    if (!connecting) {
      return Optional.empty();
    }
    connecting = false;
    Duration took = Duration.ofNanos(clock.nanoTime() - start);
    return Optional.of(
        Paragraph.LABEL.formatted("connected")
            + ProgressText.connected(progress)
            + " in "
            + NumberText.time(took));
  }
}
