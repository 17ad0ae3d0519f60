package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.pipe.ProcessPipe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers with mistakes, played by a shell; and one without. */
class WorkerLinkIT {

  private Process process;
  private WorkerLink link;

  @AfterEach
  void endProcess() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private void start(String... command) throws IOException {
    process = new ProcessBuilder(command).start();
    link =
        new WorkerLink(
            new ProcessPipe("worker 2 of 3", process, NanoClock.SYSTEM), NanoClock.SYSTEM);
  }

  private void script(String text) throws IOException {
    start("/bin/sh", "-c", text);
  }

  private String named(String message) {
    return "worker 2 of 3 (pid " + process.pid() + ") " + message;
  }

  @Test
  void garbageIsAFailureThatQuotesIt() throws IOException {
    script("echo nonsense; read line");
    assertThatThrownBy(() -> link.await(WorkerAnswer.Hello.class, 20))
        .hasMessage(named("said what cannot be understood: \"nonsense\""));
  }

  @Test
  void anEarlyEndIsAFailureWithItsExitCodeAndLastWords() throws IOException {
    script("echo out of memory >&2; sleep 0.2; exit 3");
    assertThatThrownBy(() -> link.await(WorkerAnswer.Hello.class, 20))
        .hasMessage(named("ended during the run (exit code 3): \"out of memory\""));
  }

  @Test
  void aWorkerWhoseJvmDoesNotStartSaysWhy() throws IOException {
    List<String> command = WorkerProcess.command(List.of("-Xms8m", "-Xmx1m"), 0, List.of());
    start(command.toArray(String[]::new));
    assertThatThrownBy(() -> link.await(WorkerAnswer.Hello.class, 20))
        .hasMessage(
            named(
                "ended during the run (exit code 1): \"the JVM does not start: Initial heap size"
                    + " set to a larger value than the maximum heap size\""));
  }

  @Test
  void aWorkerOutOfMemoryEndsAndSaysSo() throws IOException {
    List<String> command = new ArrayList<>();
    for (String word : WorkerProcess.command(List.of(), 16 << 20, List.of())) {
      command.add(word.equals(WorkerMain.class.getName()) ? Hoarder.class.getName() : word);
    }
    start(command.toArray(String[]::new));
    assertThatThrownBy(() -> link.await(WorkerAnswer.Hello.class, 20))
        .hasMessage(
            named("ended during the run (exit code 3): \"out of memory: Java heap space\""));
  }

  /** Takes all the heap there is, and survives that where it may. */
  static final class Hoarder {

    private Hoarder() {}

    public static void main(String[] args) {
      int bytes = 1 << 20;
      while (true) {
        try {
          byte[] more = new byte[bytes];
          bytes = more.length * 2;
        } catch (OutOfMemoryError e) {
          bytes = 1;
        }
      }
    }
  }

  @Test
  void silenceIsAFailure() throws IOException {
    script("cat > /dev/null");
    assertThatThrownBy(() -> link.await(WorkerAnswer.Hello.class, 1))
        .hasMessage(named("did not answer within 1 s"));
  }

  /** Of a worker whose clock has just begun. */
  private static String hello(int version) {
    return "read line; echo '{\"type\":\"hello\",\"version\":%d,\"nanos\":5}'; read line"
        .formatted(version);
  }

  @Test
  void anotherClockIsRefused() throws IOException {
    script(hello(WorkerAnswer.VERSION));
    assertThatThrownBy(() -> greet(link))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("has another clock than this process: 5 ns lies not between");
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    script(hello(WorkerAnswer.VERSION + 1));
    assertThatThrownBy(() -> greet(link))
        .isInstanceOf(RunException.class)
        .hasMessage(
            named(
                "speaks version %d of the workers' protocol, this is version %d"
                    .formatted(WorkerAnswer.VERSION + 1, WorkerAnswer.VERSION)));
  }

  @Test
  void oneThatDoesNotEndIsKilled() throws IOException {
    script("exec sleep 60");
    link.requestClose();
    link.awaitEnd(NanoClock.SYSTEM.nanoTime());
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void aRealOneHasOurClockAndEndsWhenAsked() throws Exception {
    startWorker();
    greet(link);
    assertThat(link.failure()).isEmpty();
    link.requestClose();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(link.failure()).isEmpty();
  }

  @Test
  void anOrphanEndsAtOnce() throws Exception {
    startWorker();
    greet(link);
    process.getOutputStream().close();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(71);
  }

  @Test
  void whatIsNoCommandEndsIt() throws Exception {
    startWorker();
    process.getOutputStream().write("hello, world\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(70);
  }

  private void startWorker() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            WorkerMain.class.getName());
    start(command.toArray(String[]::new));
  }

  private static void greet(WorkerLink link) throws RunException, InterruptedException {
    WorkerLinks team = new WorkerLinks();
    team.add(link);
    team.greet(NanoClock.SYSTEM, List.of(0L));
  }
}
