package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a call of the tool came to.
 *
 * @param exitCode of it
 * @param out standard output
 * @param err lines of standard error
 */
record Outcome(int exitCode, String out, List<Call.Line> err) {

  private static final Pattern BROKER =
      Pattern.compile("pid (?<pid>\\d+), mqtt://127\\.0\\.0\\.1:(?<port>\\d+)");

  Outcome {
    err = List.copyOf(err);
  }

  /** The first line of standard error that begins like this. */
  Optional<Call.Line> line(String label) {
    return err.stream().filter(line -> line.text().startsWith(label)).findFirst();
  }

  /** The lines of standard error with the command's own name before them. */
  List<String> complaints() {
    return err.stream().map(Call.Line::text).filter(t -> t.startsWith("brokerbench: ")).toList();
  }

  /** A run that went to its end, with nothing to blame the broker for. */
  void wentToItsEnd() {
    assertThat(exitCode).as("%s", this).isIn(0, Tool.INVALID);
    assertThat(complaints()).isEmpty();
  }

  /** It was refused with this code, in one line and nothing else, that says this. */
  void isRefused(int code, String... words) {
    assertThat(err).as("lines of %s", this).hasSize(1);
    complains(code, words);
    assertThat(out).isEmpty();
  }

  /** The same, once it had said that it starts the broker, and perhaps that it waits for it. */
  void isRefusedAtTheStart(int code, String... words) {
    assertThat(err.stream().filter(line -> !line.text().startsWith("waiting ")))
        .as("lines of %s", this)
        .hasSize(2);
    assertThat(err.get(0).text()).startsWith("starting    ").endsWith(" ...");
    complains(code, words);
    assertThat(out).isEmpty();
  }

  /** It ended with this code and one line of complaint, that says this. */
  void complains(int code, String... words) {
    assertThat(complaints()).as("complaints of %s", this).hasSize(1);
    assertThat(complaints().get(0)).contains(words).doesNotContain("internal error");
    assertThat(exitCode).isEqualTo(code);
  }

  /** Pid of the broker that was started. */
  OptionalLong brokerPid() {
    return broker()
        .map(m -> OptionalLong.of(Long.parseLong(m.group("pid"))))
        .orElse(OptionalLong.empty());
  }

  /** The broker's process is gone, and there is no listener on its ports. */
  void brokerIsGone() {
    broker()
        .ifPresent(
            match -> {
              assertThat(ProcessHandle.of(Long.parseLong(match.group("pid"))))
                  .as("broker")
                  .isEmpty();
              assertThat(isOpen(Integer.parseInt(match.group("port")))).as("port").isFalse();
            });
  }

  /** Waits for the same. */
  void brokerGoes() {
    long pid = brokerPid().orElseThrow();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    brokerIsGone();
  }

  private Optional<Matcher> broker() {
    return line("broker ").map(line -> BROKER.matcher(line.text())).filter(Matcher::find);
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
