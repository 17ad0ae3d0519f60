package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.brokerbench.cli.option.ClusterOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.cluster.ClusterSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * What can be known of docs/scale-out/kubernetes.yaml without a cluster: its parts fit together.
 */
class KubernetesManifestTest {

  private static final Path MANIFEST = Path.of("..", "docs", "scale-out", "kubernetes.yaml");

  private final Map<String, JsonNode> parts = read();
  private final JsonNode service = parts.get("Service");
  private final JsonNode agents = parts.get("StatefulSet");
  private final JsonNode job = parts.get("Job");

  private static Map<String, JsonNode> read() {
    YAMLMapper yaml = new YAMLMapper();
    try (MappingIterator<JsonNode> documents =
        yaml.readerFor(JsonNode.class).readValues(MANIFEST.toFile())) {
      return documents.readAll().stream()
          .collect(Collectors.toMap(part -> part.path("kind").asText(), Function.identity()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode container(JsonNode part) {
    return part.at("/spec/template/spec/containers/0");
  }

  /** As the command line would take it. */
  private static ParseResult command(JsonNode part) {
    List<String> args =
        StreamSupport.stream(container(part).path("args").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    CommandLine commands =
        Main.commandLine(CommandContext.system(), new RootCommand(Terminal.system()));
    return commands.parseArgs(args.toArray(String[]::new)).subcommand();
  }

  private static String option(ParseResult command, String name) {
    return command.matchedOption(name).originalStringValues().get(0);
  }

  @Test
  void bothCommandsAreUnderstoodAndOfOneCluster() {
    ParseResult agent = command(agents);
    ParseResult run = command(job);
    assertThat(agent.commandSpec().name()).isEqualTo("agent");
    assertThat(run.commandSpec().name()).isEqualTo("run");
    assertThat(option(run, "--cluster")).isEqualTo(option(agent, "--cluster"));
    assertThat(option(run, "--agents")).isEqualTo(agents.at("/spec/replicas").asText());
  }

  @Test
  void theNameThatIsAskedForIsThatOfAServiceThatHasNoAddressOfItsOwn() {
    String name =
        "%s.%s.svc.cluster.local"
            .formatted(
                service.at("/metadata/name").asText(), service.at("/metadata/namespace").asText());
    assertThat(option(command(agents), "--dns")).isEqualTo(name);
    assertThat(option(command(job), "--dns")).isEqualTo(name);
    assertThat(service.at("/spec/clusterIP").asText()).isEqualTo("None");
    assertThat(service.at("/spec/publishNotReadyAddresses").asBoolean())
        .as("who waits for others is not ready")
        .isTrue();
    assertThat(agents.at("/spec/serviceName")).isEqualTo(service.at("/metadata/name"));
    assertThat(agents.at("/spec/template/metadata/labels"))
        .isEqualTo(service.at("/spec/selector"))
        .isEqualTo(agents.at("/spec/selector/matchLabels"));
  }

  @Test
  void membersListenWhereTheOthersLook() {
    assertThat(service.at("/spec/ports/0/port").asInt()).isEqualTo(ClusterSettings.DEFAULT_PORT);
    assertThat(container(agents).at("/ports/0/containerPort").asInt())
        .isEqualTo(ClusterSettings.DEFAULT_PORT);
  }

  @Test
  void allHaveTheSameSecretAndNamespace() {
    for (JsonNode part : List.of(agents, job)) {
      assertThat(container(part).at("/env/0/name").asText()).isEqualTo(ClusterOptions.SECRET);
      assertThat(container(part).at("/env/0/valueFrom"))
          .isEqualTo(container(agents).at("/env/0/valueFrom"));
      assertThat(part.at("/metadata/namespace")).isEqualTo(service.at("/metadata/namespace"));
    }
  }
}
