package io.brokerbench.cli.live;

import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.report.text.Paragraph;
import java.time.Duration;
import java.util.List;

/** A line at the start of each phase and each five seconds, for logs. */
public final class PlainProgress implements ProgressDisplay {

  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private static final int AGENTS_WIDTH = 400;

  private final Terminal terminal;
  private final ConnectTime connectTime = new ConnectTime();
  private Phase phase;
  private Duration next = Duration.ZERO;
  private List<AgentProgress> agents = List.of();

  public PlainProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void onAgents(List<AgentProgress> standing) {
    agents = standing;
  }

  @Override
  public void onProgress(Progress progress) {
    connectTime.line(progress).ifPresent(terminal::say);
    boolean begins = progress.phase() != phase;
    if (begins) {
      phase = progress.phase();
      next = INTERVAL;
    } else if (progress.elapsed().compareTo(next) < 0) {
      return;
    } else {
      next = next.plus(INTERVAL);
    }
    text(progress, begins);
    if (!begins && !agents.isEmpty()) {
      terminal.say(Paragraph.LABEL.formatted("agents") + ProgressText.agents(agents, AGENTS_WIDTH));
    }
  }

  private void text(Progress progress, boolean begins) {
    String label = Paragraph.LABEL.formatted(ProgressText.name(progress.phase()));
    String length = NumberText.time(progress.length());
    switch (progress.phase()) {
      case CONNECT, SUBSCRIBE -> {
        if (!begins) {
          terminal.say(label + ProgressText.connecting(progress));
        }
      }
      case HOLD ->
          terminal.say(
              label + (begins ? length : ProgressText.connected(progress) + " still connected"));
      case WARM_UP, STEADY -> terminal.say(label + (begins ? length : standing(progress)));
      case SETTLE -> terminal.say(label + (begins ? "at most " + length : standing(progress)));
      case DRAIN ->
          terminal.say(label + (begins ? "at most " + length : ProgressText.standing(progress)));
      case VERIFY -> {}
    }
  }

  private static String standing(Progress progress) {
    return String.join(
        "  ",
        ProgressText.time(progress),
        ProgressText.rates(progress),
        ProgressText.standing(progress));
  }

  @Override
  public void note(String line) {
    terminal.say(line);
  }

  @Override
  public void close() {}
}
