package io.brokerbench.containers.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.Installed;
import io.brokerbench.testkit.RequiredProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules end with whoever made them. */
class NftPacketLossIT {

  private static final Duration SOON = Duration.ofSeconds(10);

  /** Who makes them. */
  public static void main(String[] args) throws Exception {
    System.out.println(NftPacketLoss.make(List.of(1), 0.5).name());
    Thread.currentThread().join();
  }

  @Test
  void aToolThatIsKilledLeavesNoRules() throws Exception {
    RequiredProgram.NFT.orSkip();
    assumeTrue(Installed.canFilterPackets(), "nft takes rights that are missing here");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                NftPacketLossIT.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = tool.inputReader(StandardCharsets.UTF_8)) {
      String table = out.readLine();
      assertThat(tables()).contains(table);
      tool.destroyForcibly().waitFor();
      await().atMost(SOON).untilAsserted(() -> assertThat(tables()).doesNotContain(table));
    } finally {
      tool.destroyForcibly();
    }
  }

  private static List<String> tables() throws IOException {
    Process nft = new ProcessBuilder("nft", "list", "tables").redirectErrorStream(true).start();
    String all = new String(nft.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return all.lines().map(line -> line.substring(line.lastIndexOf(' ') + 1)).toList();
  }
}
