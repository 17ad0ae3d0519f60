package io.brokerbench.core.engine.worker.pipe;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A pipe to a worker's process that carries clients of several runs: each run has a channel of its
 * own, and its lines begin with the channel's number, as {@code 2:}. The process lives until the
 * pipe is closed, whatever runs come and go.
 *
 * <p>Channels are for one thread each.
 */
public final class SharedPipe implements WorkerPipe.Listener {

  private static final char END_OF_NUMBER = ':';

  private final WorkerPipe pipe;
  private final List<Channel> channels = new CopyOnWriteArrayList<>();
  private volatile String ended;

  /** A pipe that has not been opened, and is opened by this. */
  public SharedPipe(WorkerPipe pipe) {
    this.pipe = pipe;
    pipe.open(this);
  }

  /**
   * A line apart from the number of its channel.
   *
   * @param number of the channel; empty in a process that one run has for itself
   * @param text the rest of the line
   */
  public record Numbered(String number, String text) {

    /** Takes a line apart; what follows is JSON, which does not begin with a digit. */
    public static Numbered of(String line) {
      boolean numbered = !line.isEmpty() && Character.isDigit(line.charAt(0));
      int end = numbered ? line.indexOf(END_OF_NUMBER) : -1;
      return end < 0
          ? new Numbered("", line)
          : new Numbered(line.substring(0, end), line.substring(end + 1));
    }

    /** The line again. */
    public String line() {
      return number.isEmpty() ? text : number + END_OF_NUMBER + text;
    }
  }

  /** One for the next run. */
  public synchronized WorkerPipe channel() {
    Channel channel = new Channel(Integer.toString(channels.size()));
    channels.add(channel);
    return channel;
  }

  /** Lets the process end, once it has carried out what it was sent. */
  public void requestClose() {
    pipe.requestClose();
  }

  /** Waits until it has ended, and ends it by force after an instant on the run's clock. */
  public void awaitEnd(long deadlineNanos) {
    pipe.awaitEnd(deadlineNanos);
  }

  @Override
  public void onLine(String line) {
    Numbered numbered = Numbered.of(line);
    for (Channel channel : channels) {
      // What belongs to no run is no answer at all: each run is to say so.
      if (numbered.number().isEmpty() || channel.number.equals(numbered.number())) {
        channel.onLine(numbered.text());
      }
    }
  }

  @Override
  public void onPart() {
    channels.forEach(Channel::onPart);
  }

  @Override
  public void onEnd(String how) {
    ended = how;
    channels.forEach(channel -> channel.onEnd(how));
  }

  /** The lines of one run. */
  private final class Channel implements WorkerPipe, WorkerPipe.Listener {

    private final String number;
    private volatile WorkerPipe.Listener listener;

    Channel(String number) {
      this.number = number;
    }

    @Override
    public String title() {
      return pipe.title();
    }

    @Override
    public long pid() {
      return pipe.pid();
    }

    @Override
    public void open(WorkerPipe.Listener hears) {
      listener = hears;
      if (ended != null) {
        hears.onEnd(ended);
      }
    }

    @Override
    public void send(String line) {
      pipe.send(new Numbered(number, line).line());
    }

    /** Only the run ends; the process goes on for the others. */
    @Override
    public void requestClose() {}

    @Override
    public void awaitEnd(long deadlineNanos) {}

    @Override
    public void onLine(String line) {
      if (listener != null) {
        listener.onLine(line);
      }
    }

    @Override
    public void onPart() {
      if (listener != null) {
        listener.onPart();
      }
    }

    @Override
    public void onEnd(String how) {
      if (listener != null) {
        listener.onEnd(how);
      }
    }
  }
}
