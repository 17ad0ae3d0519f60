package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.worker.pipe.SharedPipe;
import io.brokerbench.core.engine.worker.pipe.SharedPipe.Numbered;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of several runs over one pipe reach the run that they are for. */
class SharedPipeTest {

  /** What went into it, and what ended. */
  private static final class RecordingPipe implements WorkerPipe {
    private final List<String> sent = new ArrayList<>();
    private Listener far;
    private boolean closing;

    @Override
    public String title() {
      return "worker 1 of 2 (pid 7)";
    }

    @Override
    public long pid() {
      return 7;
    }

    @Override
    public void open(Listener hears) {
      far = hears;
    }

    @Override
    public void send(String line) {
      sent.add(line);
    }

    @Override
    public void requestClose() {
      closing = true;
    }

    @Override
    public void awaitEnd(long deadlineNanos) {}
  }

  private static final class Heard implements WorkerPipe.Listener {
    private final List<String> lines = new ArrayList<>();
    private int parts;

    @Override
    public void onLine(String line) {
      lines.add(line);
    }

    @Override
    public void onPart() {
      parts++;
    }

    @Override
    public void onEnd(String how) {
      lines.add(how);
    }
  }

  private final RecordingPipe process = new RecordingPipe();
  private final SharedPipe shared = new SharedPipe(process);
  private final Heard first = new Heard();
  private final Heard second = new Heard();

  private WorkerPipe channel(Heard heard) {
    WorkerPipe channel = shared.channel();
    channel.open(heard);
    return channel;
  }

  @Test
  void eachRunHasItsOwnLines() {
    WorkerPipe one = channel(first);
    WorkerPipe two = channel(second);
    one.send("{\"type\":\"hello\"}");
    two.send("{\"type\":\"probe\"}");
    assertThat(process.sent).containsExactly("0:{\"type\":\"hello\"}", "1:{\"type\":\"probe\"}");
    process.far.onLine("1:{\"b\":\"0:1\"}");
    process.far.onLine("0:{\"a\":2}");
    process.far.onPart();
    assertThat(first.lines).containsExactly("{\"a\":2}");
    assertThat(second.lines).containsExactly("{\"b\":\"0:1\"}");
    assertThat(first.parts + second.parts).isEqualTo(2);
    assertThat(two.title()).isEqualTo("worker 1 of 2 (pid 7)");
    assertThat(two.pid()).isEqualTo(7);
  }

  @Test
  void theProcessEndsForAllRunsAndForThoseThatComeLater() {
    channel(first);
    process.far.onEnd("ended during the run (exit code 137)");
    channel(second);
    assertThat(first.lines).containsExactly("ended during the run (exit code 137)");
    assertThat(second.lines).containsExactly("ended during the run (exit code 137)");
  }

  @Test
  void aRunThatEndsLeavesTheProcessToTheOthers() {
    WorkerPipe one = channel(first);
    one.requestClose();
    one.awaitEnd(0);
    assertThat(process.closing).isFalse();
    shared.requestClose();
    assertThat(process.closing).isTrue();
  }

  @Test
  void aLineWithoutANumberIsOfTheOneRunOfAProcess() {
    assertThat(Numbered.of("{\"type\":\"alive\"}"))
        .isEqualTo(new Numbered("", "{\"type\":\"alive\"}"));
    assertThat(Numbered.of("12:{}")).isEqualTo(new Numbered("12", "{}"));
    assertThat(Numbered.of("12:{}").line()).isEqualTo("12:{}");
    assertThat(Numbered.of("").line()).isEmpty();
  }
}
