package io.brokerbench.cli.live;

import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.report.text.Paragraph;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;

/**
 * Two lines that are written over, with agents three: a bar with the rates and the time left, and
 * how broker and generator do.
 *
 * <p>They are drawn on a thread of the progress bar's own, so that a terminal that is held up holds
 * up no run.
 */
public final class LiveProgress implements ProgressDisplay {

  static final int BAR = 20;
  private static final int LEAST_BAR = 5;
  private static final int COLUMNS = 80;
  private static final int INTERVAL_MILLIS = 200;

  private final Terminal terminal;
  private final boolean once;
  private final ConnectTime connectTime = new ConnectTime();
  private final Deque<String> notes = new ArrayDeque<>();
  private boolean closed;
  private ProgressBar bar;
  private Supplier<String> latest = () -> "";
  private List<AgentProgress> agents = List.of();

  public LiveProgress(Terminal terminal) {
    this(terminal, true);
  }

  /**
   * Progress on a terminal.
   *
   * @param once whether this is the only run, and how long connecting took is worth a line
   */
  public LiveProgress(Terminal terminal, boolean once) {
    this.terminal = terminal;
    this.once = once;
  }

  @Override
  public void onProgress(Progress progress) {
    if (once) {
      connectTime.line(progress).ifPresent(this::note);
    }
    show(() -> render(progress, terminal.unicode(), bar()));
  }

  /** Shows how far work has come that is no run, on the thread of the runs. */
  public void onStep(CellStep step) {
    show(() -> render(step, terminal.unicode(), bar()));
  }

  private void show(Supplier<String> text) {
    synchronized (this) {
      latest = text;
    }
    if (bar == null) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(1)
              .setUpdateIntervalMillis(INTERVAL_MILLIS)
              .continuousUpdate()
              .setRenderer((state, width) -> lines())
              .setConsumer(new WrittenOver(terminal, this::takeNotes))
              .build();
    }
  }

  @Override
  public void note(String line) {
    synchronized (notes) {
      if (!closed) {
        notes.add(line);
        return;
      }
    }
    terminal.say(line);
  }

  @Override
  public void close() {
    synchronized (notes) {
      if (closed) {
        return;
      }
      closed = true;
    }
    if (bar != null) {
      bar.close();
    }
    takeNotes().forEach(terminal::say);
  }

  @Override
  public synchronized void onAgents(List<AgentProgress> standing) {
    agents = standing;
  }

  private synchronized String lines() {
    String run = latest.get();
    String text =
        agents.isEmpty()
            ? run
            : run
                + "\n"
                + Paragraph.LABEL.formatted("agents")
                + ProgressText.agents(agents, COLUMNS - Paragraph.LABEL.formatted("").length());
    return cut(text, terminal.columns());
  }

  /** Lines that a narrow terminal does not break: what is broken cannot be written over. */
  static String cut(String lines, int columns) {
    return lines
        .lines()
        .map(line -> line.length() < columns ? line : line.substring(0, columns - 1))
        .collect(Collectors.joining("\n", "", lines.endsWith("\n") ? "\n" : ""));
  }

  private Deque<String> takeNotes() {
    synchronized (notes) {
      Deque<String> taken = new ArrayDeque<>(notes);
      notes.clear();
      return taken;
    }
  }

  /** Two lines of at most 80 columns. */
  static String render(Progress progress, boolean unicode, int width) {
    String label = Paragraph.LABEL.formatted(ProgressText.name(progress.phase()));
    String bar = bar(ProgressText.share(progress), unicode, width);
    String indent = Paragraph.LABEL.formatted("");
    return switch (progress.phase()) {
      case CONNECT, SUBSCRIBE -> label + bar + " " + ProgressText.connecting(progress) + "\n";
      case HOLD ->
          label
              + bar
              + " "
              + ProgressText.left(progress)
              + "  "
              + ProgressText.connected(progress)
              + "\n";
      case WARM_UP, SETTLE, STEADY ->
          "%s%s %s  %s%n%s%s  %s"
              .formatted(
                  label,
                  bar,
                  ProgressText.left(progress),
                  ProgressText.rates(progress),
                  indent,
                  ProgressText.standing(progress),
                  ProgressText.processes(progress))
              .replace(System.lineSeparator(), "\n");
      case DRAIN, VERIFY -> label + ProgressText.standing(progress) + "\n";
    };
  }

  /** Two lines of at most 80 columns, of which the second is empty. */
  static String render(CellStep step, boolean unicode, int width) {
    String label = Paragraph.LABEL.formatted(step.name());
    return label + bar(step.share(), unicode, width) + " " + step.standing() + "\n";
  }

  /** Where a line has fewer columns, the bar is what gets shorter first. */
  private int bar() {
    return Math.max(LEAST_BAR, Math.min(BAR, BAR - (COLUMNS - terminal.columns())));
  }

  private static String bar(double share, boolean unicode, int width) {
    int full = (int) Math.round(share * width);
    return unicode
        ? "\u2588".repeat(full) + "\u2591".repeat(width - full)
        : "#".repeat(full) + ".".repeat(width - full);
  }

  /** Draws some lines, two or three, and goes back to the start of the first. */
  private static final class WrittenOver implements ProgressBarConsumer {

    private static final String ERASE_LINE = "\u001b[2K";
    private static final String UP = "\u001b[1A\r";

    private int drawn = 2;
    private final Terminal terminal;
    private final Supplier<Deque<String>> notes;

    WrittenOver(Terminal terminal, Supplier<Deque<String>> notes) {
      this.terminal = terminal;
      this.notes = notes;
    }

    @Override
    public int getMaxRenderedLength() {
      return 3 * COLUMNS;
    }

    @Override
    public void accept(String lines) {
      StringBuilder text = new StringBuilder();
      for (String note : notes.get()) {
        text.append('\r').append(ERASE_LINE).append(note).append('\n');
      }
      String[] each = lines.split("\n", -1);
      drawn = each.length;
      text.append('\r').append(ERASE_LINE).append(each[0]);
      for (int i = 1; i < drawn; i++) {
        text.append('\n').append(ERASE_LINE).append(each[i]);
      }
      text.append(UP.repeat(drawn - 1));
      terminal.err().print(terminal.shown(text.toString()));
      terminal.err().flush();
    }

    @Override
    public void close() {
      terminal
          .err()
          .print("\r" + ERASE_LINE + ("\n" + ERASE_LINE).repeat(drawn - 1) + UP.repeat(drawn - 1));
      terminal.err().flush();
    }
  }
}
