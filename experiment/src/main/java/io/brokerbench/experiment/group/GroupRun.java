package io.brokerbench.experiment.group;

import io.brokerbench.core.result.RunResult;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of one group.
 *
 * @param name of the group
 * @param start how long after the first load this group's began; absent for at once
 * @param run of the group: CPU is that of the broker and of the tool for all groups together, so
 *     none is known for a message
 */
public record GroupRun(String name, Optional<Duration> start, RunResult run) {

  /** Checks that all is there. */
  public GroupRun {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(run, "run");
  }
}
