package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.network.NetworkedBroker;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.testkit.RequiredProgram;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel drops is the share that was asked for, and TCP makes up for it. */
@Tag("release")
class PacketLossTruthIT {

  private static final double ASKED = 0.02;

  /** Of a binomial distribution: by chance, one run in 15 000 is further off. */
  private static final double DEVIATIONS = 4;

  /** The shortest time after which Linux sends again what is not acknowledged. */
  private static final double LEAST_TIMEOUT_NANOS = 200e6;

  private static final Pattern COUNTER = Pattern.compile("counter packets (\\d+) bytes");

  @TempDir private Path folder;

  @BeforeEach
  void packetsCanBeLostHere() throws Exception {
    RequiredProgram.NFT.orSkip();
    assumeTrue(
        Commands.succeeds("nft", "list", "tables"), "nft takes rights that are missing here");
  }

  @Test
  void asManyPacketsAreLostAsWasAskedForAndNoMessage() throws Exception {
    NetworkConditions lossy =
        new NetworkConditions(Duration.ofMillis(1), Duration.ZERO, ASKED, Optional.empty());
    RunResult result;
    String rules;
    int port;
    try (Broker broker = NetworkedBroker.around(FaultyBroker.start(), Optional.of(lossy), 1)) {
      port = broker.endpoints().get(0).port();
      result =
          Runs.of(20, 4, Distribution.PARTITIONS)
              .qos(1)
              .rate(2_000)
              .steady(Duration.ofSeconds(3))
              .drainLimit(Duration.ofSeconds(20))
              .conditions(new Conditions(false, Optional.empty(), Optional.of(lossy)))
              .on(broker);
      rules = rulesFor(port);
    }
    assertThat(rulesFor(port)).isEmpty();

    Matcher counters = COUNTER.matcher(rules);
    assertThat(counters.find()).as(rules).isTrue();
    long all = Long.parseLong(counters.group(1));
    assertThat(counters.find()).as(rules).isTrue();
    long lost = Long.parseLong(counters.group(1));
    assertThat(all).isGreaterThan(5_000);
    double deviation = Math.sqrt(ASKED * (1 - ASKED) / all);
    assertThat((double) lost / all).isCloseTo(ASKED, within(DEVIATIONS * deviation));

    assertThat(result.messages().lost()).as("%s", result.verdict()).isZero();
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    assertThat((double) result.latency().of(LatencyKind.END_TO_END).maxNanos())
        .isGreaterThan(LEAST_TIMEOUT_NANOS);
  }

  @Test
  void whoMayNotMakeRulesIsToldWhatItTakesBeforeAnythingStarts() {
    assumeTrue(Namespaces.available(), "rights cannot be given up here: no unshare");
    Tool tool = new Tool(folder).afterMount("true");
    tool.run("run", "FANIN.Q0.SINGLE", "--network", "loss=1%")
        .isRefused(3, "packet loss: ", "loss of packets requires Linux, nft", "CAP_NET_ADMIN");
    assertThat(tool.resultFolders()).isEmpty();
  }

  /** The table that names the port; others may have theirs. */
  private static String rulesFor(int port) throws IOException {
    Process nft = new ProcessBuilder("nft", "list", "ruleset").redirectErrorStream(true).start();
    String all = new String(nft.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Stream.of(all.split("(?m)^table ", -1))
        .filter(table -> table.matches("(?s).*sport [{ ]*" + port + "\\b.*"))
        .findFirst()
        .orElse("");
  }
}
