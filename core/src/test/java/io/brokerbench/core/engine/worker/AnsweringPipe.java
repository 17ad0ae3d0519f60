package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.stream.Stream;

/** A worker that answers each command at once. */
final class AnsweringPipe implements WorkerPipe {

  private final String title;
  private final Function<WorkerCommand, Stream<WorkerAnswer>> answers;
  private Listener listener;

  AnsweringPipe(String title, Function<WorkerCommand, Stream<WorkerAnswer>> answers) {
    this.title = title;
    this.answers = answers;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public void open(Listener hears) {
    listener = hears;
  }

  @Override
  public void send(String line) {
    try {
      answers.apply(WorkerLines.command(line)).map(WorkerLines::write).forEach(listener::onLine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void requestClose() {}

  @Override
  public void awaitEnd(long deadlineNanos) {}
}
