package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The table of who can what in docs/brokers.md says what the providers claim, which {@code
 * BrokerKit} proves.
 */
class CapabilityTableTest {

  private static final String HEADING = "## What they can do";
  private static final Map<String, String> PROVIDERS =
      Map.of(
          "Artemis", "embedded:artemis",
          "HiveMQ CE", "embedded:hivemq",
          "ActiveMQ Classic", "embedded:activemq",
          "Mosquitto 2.0.11", "process:mosquitto",
          "Qpid Broker-J", "embedded:qpid");

  private static List<String> rows() throws IOException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path project = Files.isDirectory(module.resolve("docs")) ? module : module.getParent();
    String page = Files.readString(project.resolve("docs/brokers.md"));
    String section = page.substring(page.indexOf(HEADING));
    return section
        .lines()
        .dropWhile(l -> !l.startsWith("|"))
        .takeWhile(l -> l.startsWith("|"))
        .toList();
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
  }

  /** Each row says in its first cell which capability it is about; others are about figures. */
  private static Map<Capability, List<String>> claims(List<String> rows) {
    Map<Capability, List<String>> claims = new EnumMap<>(Capability.class);
    for (String row : rows.subList(2, rows.size())) {
      List<String> cells = cells(row);
      for (Capability capability : Capability.values()) {
        String label =
            cells.get(1).replace("a [pair](#pairs)", Capability.HIGH_AVAILABILITY.title());
        if (label.equals(capability.title()) || label.startsWith(capability.title() + ",")) {
          claims.put(capability, cells);
        }
      }
    }
    return claims;
  }

  @Test
  void itHasEachCapabilityOfEachProviderAsItIsClaimed() throws IOException {
    List<String> rows = rows();
    List<String> header = cells(rows.get(0));
    Map<Capability, List<String>> claims = claims(rows);
    assertThat(claims.keySet()).isEqualTo(EnumSet.allOf(Capability.class));
    for (int column = 2; column < header.size() - 1; column++) {
      String product = header.get(column);
      Set<Capability> claimed = provider(PROVIDERS.get(product)).capabilities();
      for (Map.Entry<Capability, List<String>> row : claims.entrySet()) {
        assertThat(row.getValue().get(column))
            .as("%s of %s", row.getKey().title(), product)
            .startsWith(claimed.contains(row.getKey()) ? "yes" : "no");
      }
    }
    assertThat(header).containsAll(PROVIDERS.keySet());
  }

  private static BrokerProvider provider(String name) {
    return ServiceLoader.load(BrokerProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
