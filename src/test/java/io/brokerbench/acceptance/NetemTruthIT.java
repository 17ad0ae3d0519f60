package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.testkit.RequiredProgram;
import io.brokerbench.testkit.RetryOnNoise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Latency that the kernel makes, without the product's help, is what the product measures. */
@Tag("release")
class NetemTruthIT {

  private static final double MILLI = 1e6;
  private static final String DELAY =
      "tc qdisc add dev lo root netem delay 20ms limit 100000 >/dev/null 2>&1";

  @TempDir private Path folder;

  /** A message crosses the device twice. */
  @Test
  void theLatencyRisesByWhatTheKernelAdds() throws Exception {
    RequiredProgram.TC.orSkip();
    assumeTrue(
        succeeds("unshare", "-n", "sh", "-c", "ip link set lo up && " + DELAY),
        "no netem here: it takes Linux with sch_netem, iproute2 and root");
    double rise = RetryOnNoise.onQuietMachine(() -> (p50Nanos(DELAY) - p50Nanos("true")) / MILLI);
    assertThat(rise).isCloseTo(40, within(1.0));
  }

  private double p50Nanos(String network) throws IOException {
    Outcome outcome =
        new Tool(folder)
            .inNetwork(network)
            .run(
                List.of(
                    ("run FANIN.Q0.SINGLE --json --broker null --publishers 10 --consumers 1"
                            + " --rate 200 --warmup 1s --duration 3s")
                        .split(" ", -1)));
    outcome.wentToItsEnd();
    RunResult result = RunResult.CODEC.read(outcome.out());
    assertThat(result.messages().received()).isEqualTo(result.messages().sent());
    return result.latency().of(LatencyKind.END_TO_END).p50Nanos();
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
