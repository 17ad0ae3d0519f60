package io.brokerbench.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that remembers why it could not be written, as {@link java.io.PrintStream} says
 * only that.
 */
final class ResultOutput extends FilterOutputStream {

  private static final String READER_IS_GONE = "Broken pipe";

  private volatile IOException problem;

  ResultOutput(OutputStream out) {
    super(new BufferedOutputStream(out));
  }

  /**
   * Why something was lost; empty where nothing was, or where the reader has left, as head does.
   */
  Optional<String> problem() {
    return Optional.ofNullable(problem)
        .map(IOException::getMessage)
        .filter(message -> !message.equals(READER_IS_GONE));
  }

  @Override
  public void write(int oneByte) throws IOException {
    remember(() -> out.write(oneByte));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    remember(() -> out.write(bytes, offset, length));
  }

  @Override
  public void flush() throws IOException {
    remember(out::flush);
  }

  private void remember(Step step) throws IOException {
    try {
      step.run();
    } catch (IOException e) {
      problem = e;
      throw e;
    }
  }

  private interface Step {
    void run() throws IOException;
  }
}
