package io.brokerbench.containers.process;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.network.PacketLoss.Rules;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Rules of the kernel's packet filter, at work while it is open.
 *
 * <p>They are in a table that belongs to the {@code nft} that made it: the kernel removes both
 * together, and that process ends with us however we end. So no rule outlives the tool.
 */
public final class NftTable implements Rules {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 2;

  /** Of the listing that is asked for once the rules are made; not part of what we write. */
  private static final String LISTED = "policy accept";

  private final Process nft;
  private final String whatItRequires;

  private NftTable(Process nft, String whatItRequires) {
    this.nft = nft;
    this.whatItRequires = whatItRequires;
  }

  /**
   * Makes a table; its rules are at work when this returns.
   *
   * @param purpose as messages name it: {@code a cut}
   * @param chains in nft's own language, at least one of them a base chain; each with its semicolon
   * @throws BrokerException if it cannot be made here, in a line that says what it requires; none
   *     is left then
   */
  public static NftTable make(String purpose, String chains) throws BrokerException {
    return make(purpose, chains, List.of(), Executables.INSTALLED);
  }

  /** The same where the network of another process is: that of a container. */
  public static NftTable makeIn(long pid, String purpose, String chains) throws BrokerException {
    List<String> enter = List.of("nsenter", "-t", Long.toString(pid), "-n");
    return make(purpose, chains, enter, Executables.INSTALLED);
  }

  static NftTable make(String purpose, String chains, List<String> before, Executables installed)
      throws BrokerException {
    String required =
        purpose + " requires Linux, nft (apt-get install nftables) and root or CAP_NET_ADMIN";
    Path program =
        installed
            .find("nft")
            .orElseThrow(() -> new BrokerException("there is no nft on the PATH: " + required));
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(program.toString(), "-i"));
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      NftTable table = new NftTable(ChildProcessLauncher.start(builder), required);
      try {
        table.add(chains);
        return table;
      } catch (BrokerException | IOException e) {
        table.close();
        throw e;
      }
    } catch (IOException e) {
      throw new BrokerException(e.getMessage() + ": " + required, e);
    }
  }

  /** Of the table, in the family {@code inet}; it names the process that it belongs to. */
  public String name() {
    return "brokerbench_" + nft.pid();
  }

  private void add(String chains) throws BrokerException, IOException {
    String rules =
        "add table inet %1$s { flags owner; %2$s };\nlist table inet %1$s\n"
            .formatted(name(), chains);
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
        throw new BrokerException("nft says \"" + line.strip() + "\": " + whatItRequires);
      }
      if (line.isEmpty()) {
        pause();
      }
    }
    throw new BrokerException("nft did not make the rules: " + whatItRequires);
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
