package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.size.MachineCapacity;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The size at which published scenarios are run; null where none is given. */
@Grouped(HelpGroup.MOST_USED)
public final class SizeOption {

  /** Clients of a published scenario that are no devices, at most. */
  private static final int CONSUMERS = 100;

  private static final int MOST_DEVICES = Topology.MAX_CLIENTS - CONSUMERS;

  private static final String HERE = "here";

  /**
   * A size as it is written.
   *
   * @param stated a published one, or a number of devices; absent for what this machine carries
   */
  record Size(Optional<RunSize> stated) {

    /**
     * Reads what the command line has.
     *
     * @throws TypeConversionException if it is none
     */
    static Size parse(String text) {
      Optional<RunSize> published = PublishedSize.of(text).map(RunSize::as);
      return text.equals(HERE)
          ? new Size(Optional.empty())
          : new Size(published.or(() -> Optional.of(RunSize.of(devices(text)))));
    }

    private static int devices(String text) {
      try {
        int devices = ShortNumbers.whole(text);
        if (devices >= 1 && devices <= MOST_DEVICES) {
          return devices;
        }
      } catch (TypeConversionException e) {
        // its message would name numbers alone
      }
      throw new TypeConversionException(
          String.join(", ", Names.ALL)
              + ", or a number of devices up to "
              + NumberText.count(MOST_DEVICES));
    }
  }

  /** For the completion script. */
  static final class Names implements Iterable<String> {
    private static final List<String> ALL =
        Stream.concat(
                Arrays.stream(PublishedSize.values()).map(PublishedSize::word), Stream.of(HERE))
            .toList();

    @Override
    public Iterator<String> iterator() {
      return ALL.iterator();
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Sets("size")
  @Option(
      names = "--size",
      paramLabel = "SIZE",
      completionCandidates = Names.class,
      description =
          "Size of a published scenario: small, medium or large as it was published, here, which is"
              + " what this machine carries, or a number of devices. Other options win over it.")
  private Size size;

  /** Memories that a warning has named, by their descriptions. */
  private final Set<String> scarce = new HashSet<>();

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
    if (!isThisMachines()) {
      return size.stated();
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

  /** Whether it is what this machine carries, which changes with its memory. */
  public boolean isThisMachines() {
    return size != null && size.stated().isEmpty();
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
   * @param warn gets a line for each memory that may be too little, once
   * @throws EnvironmentException if it does not
   */
  public void require(RunTarget target, MachineCapacity capacity, Consumer<String> warn)
      throws EnvironmentException {
    if (size == null || isGiven("--agents")) {
      return;
    }
    capacity.require(target);
    capacity
        .scarceMemory(target)
        .filter(limit -> scarce.add(limit.reason()))
        .ifPresent(
            limit ->
                warn.accept(
                    "warning: memory may be too little for %s clients, and enough for %s: %s"
                        .formatted(
                            NumberText.count(target.scenario().clients()),
                            NumberText.count(limit.clients()),
                            limit.reason())));
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
