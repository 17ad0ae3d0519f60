package io.brokerbench.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether it is shown that a broker holds what it took over. */
class BrokerFiguresTest {

  private static final StorePlan PLAN = new StorePlan(1_000_000, 1_000);

  private final RunFigures figures = new RunFigures();

  private String doubts() {
    return BrokerFigures.doubts(figures, "Before", PLAN).text();
  }

  @Test
  void aBrokerThatTellsNothingShowsNothing() {
    assertThat(doubts()).startsWith("nothing shows that messages are held");
  }

  @Test
  void bytesShowItWhereTheBrokerTellsThem() {
    figures.put("queuedMessagesBefore", 1_000);
    figures.put("storedBytesBefore", 999_999);
    assertThat(doubts()).isEqualTo("the broker says that it holds 999999 of 1000000 bytes");
    figures.put("storedBytesBefore", 1_000_000);
    assertThat(doubts()).isEmpty();
  }

  @Test
  void elseTheNumberOfMessagesDoes() {
    figures.put("queuedMessagesBefore", 999);
    assertThat(doubts()).isEqualTo("the broker says that it holds 999 of 1000 messages");
    figures.put("queuedMessagesBefore", 1_000);
    assertThat(doubts()).isEmpty();
  }

  @Test
  void aSubscriberThatVanishedIsCountedBesideThePublisher() {
    assertThat(BrokerFigures.doubtsOfVanishing(figures).text()).as("nothing is told").isEmpty();
    figures.put("connectionsBefore", 2);
    figures.put("connectionsPublished", 2);
    assertThat(BrokerFigures.doubtsOfVanishing(figures).text())
        .startsWith("the broker counts 2 connections with the publisher's, and 2 before");
    figures.put("connectionsPublished", 3);
    assertThat(BrokerFigures.doubtsOfVanishing(figures).text()).isEmpty();
  }

  @Test
  void nothingIsShownWhereNothingIsStored() {
    assertThat(BrokerFigures.doubts(figures, "Before", new StorePlan(0, 1_000)).text()).isEmpty();
  }
}
