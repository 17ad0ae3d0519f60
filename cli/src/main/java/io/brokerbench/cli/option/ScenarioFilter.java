package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options that select scenarios of a list; null where one is not given. */
public final class ScenarioFilter {

  /** Protocols, as they are written. */
  enum ProtocolName {
    mqtt,
    jms
  }

  @Option(
      names = "--family",
      paramLabel = "NAME",
      description = "Only scenarios of this family, such as FANIN or FAILOVER.")
  private String family;

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "Only scenarios in which clients speak it: ${COMPLETION-CANDIDATES}.")
  private ProtocolName protocol;

  @Option(
      names = "--qos",
      paramLabel = "N",
      description = "Only scenarios that publish MQTT with this QoS: 0, 1 or 2.")
  private Integer qos;

  /** Whether any of them was given. */
  public boolean given() {
    return family != null || protocol != null || qos != null;
  }

  /**
   * Checks the values.
   *
   * @param families that there are
   * @throws DefinitionException if one is none
   */
  public void requireUsable(List<String> families) {
    if (qos != null && (qos < 0 || qos > 2)) {
      throw new DefinitionException("--qos", "0, 1 or 2", qos);
    }
    if (family != null && families.stream().noneMatch(family::equalsIgnoreCase)) {
      String name = family.toUpperCase(Locale.ROOT);
      throw new DefinitionException(
          "--family", "no family of scenarios" + NearestName.hintOrList(name, families), family);
    }
  }

  /** Whether a scenario is one of those selected. */
  public boolean accepts(Scenario scenario) {
    return (family == null || family.equalsIgnoreCase(familyOf(scenario)))
        && (protocol == null || speaks(scenario))
        && (qos == null || publishesWith(scenario, qos));
  }

  /** The first word of a scenario's name. */
  public static String familyOf(Scenario scenario) {
    return scenario.name().replaceFirst("\\..*", "");
  }

  private boolean speaks(Scenario scenario) {
    boolean publishersSpeakJms = scenario.session().protocol() == Protocol.JMS;
    return protocol == ProtocolName.jms
        ? publishersSpeakJms || scenario.session().jmsConsumers().isPresent()
        : !publishersSpeakJms;
  }

  private static boolean publishesWith(Scenario scenario, int level) {
    return !scenario.connectsOnly()
        && scenario.session().protocol() != Protocol.JMS
        && scenario.workload().qos().level() == level;
  }
}
