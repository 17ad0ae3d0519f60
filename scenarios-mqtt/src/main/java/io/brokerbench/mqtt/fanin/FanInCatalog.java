package io.brokerbench.mqtt.fanin;

import io.brokerbench.core.scenario.CipherSuite;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.DefinitionException;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.ScenarioCatalog;
import io.brokerbench.core.scenario.ScenarioDefaults;
import io.brokerbench.core.scenario.Security;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fan-in scenarios whose consumers speak MQTT, over plain connections. With {@code SEC} the
 * publishers use TLS, with {@code HA} the broker is a pair.
 *
 * <p>{@code JMS} is a word of the grammar that this catalogue can't serve; it says so.
 */
public final class FanInCatalog implements ScenarioCatalog {

  private static final Set<FanInWord> NOT_YET = EnumSet.of(FanInWord.JMS);

  /** The published one, with key exchange by RSA; {@code --cipher} names another. */
  private static final Security SECURED = Security.ofPublishers(CipherSuite.RSA_AES256_GCM);

  @Override
  public String title() {
    return "Fan-in: many publishers, each on its own topic, feed few consumers";
  }

  @Override
  public List<Scenario> scenarios() {
    return FanInName.all().stream()
        .filter(name -> missingWords(name).isEmpty())
        .map(FanInCatalog::scenario)
        .toList();
  }

  @Override
  public Optional<Scenario> find(String text) {
    if (!FanInName.isOfFamily(text)) {
      return Optional.empty();
    }
    FanInName name = FanInName.parse(text);
    Set<FanInWord> missing = missingWords(name);
    if (!missing.isEmpty()) {
      throw new DefinitionException(
          "scenario "
              + text
              + ": this build does not have "
              + missing.stream().map(FanInWord::name).collect(Collectors.joining(" and "))
              + " yet; "
              + plain(name).text()
              + " is the same without");
    }
    return Optional.of(scenario(name));
  }

  private static Set<FanInWord> missingWords(FanInName name) {
    Set<FanInWord> missing = EnumSet.copyOf(name.words());
    missing.retainAll(NOT_YET);
    return missing;
  }

  private static FanInName plain(FanInName name) {
    return new FanInName(
        name.secure(), name.qos(), name.available(), name.persistent(), false, name.distribution());
  }

  private static Scenario scenario(FanInName name) {
    return new Scenario(
        name.text(),
        description(name),
        ScenarioDefaults.topology(name.distribution()),
        ScenarioDefaults.workload(name.qos()),
        ScenarioDefaults.session(name.persistent()),
        name.secure() ? SECURED : Security.NONE,
        name.available() ? Conditions.HIGH_AVAILABILITY : Conditions.NONE,
        ScenarioDefaults.PHASES);
  }

  private static String description(FanInName name) {
    return "QoS "
        + name.qos().level()
        + ", "
        + whoGetsWhat(name.distribution())
        + (name.persistent() ? ", in persistent sessions" : "")
        + (name.secure() ? "; publishers use TLS" : "")
        + (name.available() ? "; on a pair" : "");
  }

  private static String whoGetsWhat(Distribution distribution) {
    return switch (distribution) {
      case SINGLE -> "one consumer gets everything";
      case PARTITIONS -> "each consumer gets its own part of the topics";
      case SHARED -> "consumers share one subscription";
      case ALL -> "each consumer gets everything";
      case NONE -> "nobody gets anything";
    };
  }
}
