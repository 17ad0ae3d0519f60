package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.size.MachineCapacity;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The size at which published scenarios are run; null where none is given. */
@Grouped(HelpGroup.MOST_USED)
public final class SizeOption {

  /** Clients of a published scenario that are no devices, at most. */
  private static final int CONSUMERS = 100;

  /** Sizes, as they are written. */
  enum Size {
    small,
    medium,
    large,
    here
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Sets("size")
  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          "Size of a published scenario: small, medium or large as it was published, or here, which"
              + " is what this machine carries. Other options win over it.")
  private Size size;

  /**
   * The size that was given; empty where none was.
   *
   * @param capacity of this machine
   * @param targets whose clients are counted where the size is what this machine carries; of
   *     several, what it carries of each
   * @throws DefinitionException if agents carry the clients, which are other machines
   */
  public Optional<RunSize> size(MachineCapacity capacity, Supplier<List<RunTarget>> targets) {
    if (size == null) {
      return Optional.empty();
    }
    if (size != Size.here) {
      return Optional.of(RunSize.as(PublishedSize.of(size.name()).orElseThrow()));
    }
    if (isGiven("--agents")) {
      throw DefinitionException.about(
          "--size", "here is this machine, and --agents are others", null);
    }
    int cores = Runtime.getRuntime().availableProcessors();
    long clients =
        targets.get().stream()
            .map(base -> withResources(base, SourceAddresses.MOST, cores))
            .mapToLong(widest -> capacity.comfortable(widest).clients())
            .min()
            .orElseThrow();
    return Optional.of(RunSize.of((int) Math.max(1, clients - CONSUMERS)));
  }

  /** Refuses a size of what was not published. */
  public void refuse(String why) {
    new UnusedOptions(command).refuse(why, "--size");
  }

  /**
   * A target with as many source addresses or workers as its size requires, where none are given.
   */
  public RunTarget withResources(RunTarget target, MachineCapacity capacity) {
    return size == null || isGiven("--agents")
        ? target
        : withResources(target, capacity.sourcesFor(target), capacity.workersFor(target));
  }

  /**
   * Makes sure that this machine carries a target of the size that was given, if one was.
   *
   * @throws EnvironmentException if it does not
   */
  public void require(RunTarget target, MachineCapacity capacity) throws EnvironmentException {
    if (size != null && !isGiven("--agents")) {
      capacity.require(target);
    }
  }

  /** A broker that is started here is reached from any loopback address. */
  private RunTarget withResources(RunTarget target, int sources, int workers) {
    RigSettings settings = target.settings();
    if (target.brokers().startsBrokers()) {
      boolean chosen = isGiven("--sources") || !settings.sources().isEmpty() || sources == 1;
      int most = Math.min(sources, SourceAddresses.MOST);
      return chosen
          ? target
          : target.withSettings(settings.withSources(SourceAddresses.loopback(most).addresses()));
    }
    return isGiven("--workers") || settings.workers() > 1
        ? target
        : target.withSettings(settings.withWorkers(Math.min(workers, RigSettings.MAX_WORKERS)));
  }

  private boolean isGiven(String option) {
    return new UnusedOptions(command).isGiven(option);
  }
}
