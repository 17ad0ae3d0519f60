package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.result.ResourceLimits;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** The options that give a broker less than all of this machine; null where not given. */
@Grouped(HelpGroup.BROKER)
public final class LimitOptions {

  @Sets("limits.cpus")
  @Option(
      names = "--broker-cpus",
      paramLabel = "N",
      description = "Cores that a container may use, such as 1.5 (default: all of them).")
  private Double cpus;

  @Sets("limits.memoryBytes")
  @Option(
      names = "--broker-memory",
      paramLabel = "BYTES",
      converter = ShortNumbers.SizeConverter.class,
      description = "Memory that a container may use, such as 512m or 2g.")
  private Long memory;

  /**
   * The limits for a broker.
   *
   * @throws DefinitionException if one is out of its own limits, or the broker cannot be limited
   */
  public ResourceLimits limits(BrokerProvider provider) {
    ResourceLimits limits =
        new ResourceLimits(
                cpus == null ? OptionalDouble.empty() : OptionalDouble.of(cpus),
                memory == null ? OptionalLong.empty() : OptionalLong.of(memory))
            .here();
    if (limits.any() && !provider.takesLimits()) {
      throw DefinitionException.about(
          cpus == null ? "--broker-memory" : "--broker-cpus",
          "applies only to containers; %s is not a container (--broker container:PRODUCT)"
              .formatted(provider.name()),
          null);
    }
    return limits;
  }
}
