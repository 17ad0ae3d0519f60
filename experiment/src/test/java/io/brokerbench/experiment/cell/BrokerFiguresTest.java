package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether it is shown that a broker holds what it took over. */
class BrokerFiguresTest {

  private static final StorePlan PLAN = new StorePlan(1_000_000, 1_000);

  private final RunFigures figures = new RunFigures();

  private String caveats() {
    return BrokerFigures.caveats(figures, BrokerFigures.Held.BEFORE, PLAN).text();
  }

  @Test
  void aBrokerThatTellsNothingShowsNothing() {
    assertThat(caveats()).startsWith("nothing shows that messages are held");
  }

  @Test
  void bytesShowItWhereTheBrokerTellsThem() {
    figures.put(CellFigures.QUEUED_BEFORE, 1_000);
    figures.put(CellFigures.STORED_BEFORE, 999_999);
    assertThat(caveats()).isEqualTo("the broker says that it holds 999 999 of 1 000 000 bytes");
    figures.put(CellFigures.STORED_BEFORE, 1_000_000);
    assertThat(caveats()).isEmpty();
  }

  @Test
  void elseTheNumberOfMessagesDoes() {
    figures.put(CellFigures.QUEUED_BEFORE, 999);
    assertThat(caveats()).isEqualTo("the broker says that it holds 999 of 1 000 messages");
    figures.put(CellFigures.QUEUED_BEFORE, 1_000);
    assertThat(caveats()).isEmpty();
  }

  @Test
  void aSubscriberThatVanishedIsCountedBesideThePublisher() {
    assertThat(BrokerFigures.caveatsOfSilentDisconnect(figures).text())
        .as("nothing is reported")
        .isEmpty();
    figures.put(CellFigures.CONNECTIONS_BEFORE, 2);
    figures.put(CellFigures.CONNECTIONS_PUBLISHED, 2);
    assertThat(BrokerFigures.caveatsOfSilentDisconnect(figures).text())
        .isEqualTo(
            "the broker has noticed that the subscriber was gone: it counts 2 connections with the"
                + " publisher's, and 2 before");
    figures.put(CellFigures.CONNECTIONS_PUBLISHED, 3);
    assertThat(BrokerFigures.caveatsOfSilentDisconnect(figures).text()).isEmpty();
  }

  @Test
  void nothingIsShownWhereNothingIsStored() {
    assertThat(
            BrokerFigures.caveats(figures, BrokerFigures.Held.BEFORE, new StorePlan(0, 1_000))
                .text())
        .isEmpty();
  }
}
