package io.brokerbench.containers.process;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.measure.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * While it is open, the kernel drops every packet that comes from or goes to some TCP ports of this
 * machine, and tells nobody.
 *
 * <p>The rules are in a table that belongs to the {@code nft} that made it: the kernel removes both
 * together, and that process ends with us however we end. So no rule outlives the tool.
 */
final class Cut implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 2;

  /** Of the listing that is asked for once the rules are made; not part of what we write. */
  private static final String LISTED = "policy accept";

  private static final String WHAT_IT_TAKES =
      "a cut takes Linux, nft (apt-get install nftables) and root or CAP_NET_ADMIN";

  private final Process nft;

  private Cut(Process nft) {
    this.nft = nft;
  }

  /**
   * Makes the rules; they are at work when this returns.
   *
   * @throws BrokerException if they can't be made here; none is left then
   */
  static Cut of(Collection<Integer> ports) throws BrokerException {
    Path program =
        Executables.INSTALLED
            .find("nft")
            .orElseThrow(
                () -> new BrokerException("there is no nft on the PATH: " + WHAT_IT_TAKES));
    try {
      ProcessBuilder builder =
          new ProcessBuilder(List.of(program.toString(), "-i")).redirectErrorStream(true);
      Cut cut = new Cut(Leash.start(builder));
      try {
        cut.make("brokerbench_" + cut.nft.pid(), ports);
        return cut;
      } catch (BrokerException | IOException e) {
        cut.close();
        throw e;
      }
    } catch (IOException e) {
      throw new BrokerException(e.getMessage() + ": " + WHAT_IT_TAKES, e);
    }
  }

  private void make(String table, Collection<Integer> ports) throws BrokerException, IOException {
    String set = ports.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String rules =
        ("add table inet %1$s { flags owner; chain cut { type filter hook input priority -300;"
                + " tcp sport { %2$s } drop; tcp dport { %2$s } drop; }; }\nlist table inet %1$s\n")
            .formatted(table, set);
    nft.getOutputStream().write(rules.getBytes(StandardCharsets.UTF_8));
    nft.getOutputStream().flush();
    BufferedReader answers = nft.inputReader(StandardCharsets.UTF_8);
    long deadline = NanoClock.SYSTEM.nanoTime() + PATIENCE.toNanos();
    while (NanoClock.SYSTEM.nanoTime() - deadline < 0 && (nft.isAlive() || answers.ready())) {
      String line = answers.ready() ? answers.readLine() : "";
      if (line.contains(LISTED)) {
        return;
      }
      if (line.contains("Error")) {
        throw new BrokerException("nft says \"" + line.strip() + "\": " + WHAT_IT_TAKES);
      }
      if (line.isEmpty()) {
        pause();
      }
    }
    throw new BrokerException("nft did not make the rules: " + WHAT_IT_TAKES);
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Removes the rules, and returns when they are gone. */
  @Override
  public void close() {
    nft.destroyForcibly();
    try {
      nft.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
