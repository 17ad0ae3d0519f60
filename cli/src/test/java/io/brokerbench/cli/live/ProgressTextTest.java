package io.brokerbench.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTextTest {

  private static final List<AgentProgress> AGENTS =
      List.of(
          new AgentProgress("east", 1_000, 2_000, 500),
          new AgentProgress("west", 1_000, 1_000, 490),
          new AgentProgress("north", 1_000, 3_000, 0));

  private static String text(int width) {
    return NumberText.plain(ProgressText.agents(AGENTS, width));
  }

  @Test
  void theSlowestAgentStandsFirst() {
    assertThat(text(200))
        .isEqualTo(
            "west 1 490/s, 1 000 connected  east 2 500/s, 1 000 connected"
                + "  north 3 000/s, 1 000 connected");
  }

  @Test
  void thoseThatALineHasNoRoomForAreLeftOutAndItSaysSo() {
    assertThat(text(70))
        .isEqualTo("west 1 490/s, 1 000 connected  east 2 500/s, 1 000 connected ...");
    assertThat(text(10)).as("of one, as much as there is room for").hasSize(10);
  }
}
