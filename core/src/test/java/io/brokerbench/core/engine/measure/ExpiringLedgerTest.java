package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpiringLedgerTest {

  private static final long SECOND = 1_000_000_000L;

  /** A message of each publisher per second, from 0 on. */
  private static long intended(int publisher, long sequence) {
    return sequence * SECOND;
  }

  private static DeliveryLedger ledger(DeliveryLedger ledger, int expirySeconds) {
    return ledger.expiringAfter(expirySeconds * SECOND, ExpiringLedgerTest::intended);
  }

  private static void deliver(DeliveryLedger ledger, int consumer, long sequence, double after) {
    ledger.record(0, consumer, sequence);
    long intended = intended(0, sequence);
    ledger.date(0, consumer, sequence, intended, intended + (long) (after * SECOND));
  }

  private static DeliveryAccount account(DeliveryLedger ledger, long sent, long endSeconds) {
    return ledger.account(
        PublishedMessages.acknowledged(publisher -> sent),
        20,
        (publisher, sequence, consumer) -> {},
        ExpiringLedgerTest::intended,
        endSeconds * SECOND);
  }

  @Test
  void whatALaterMessageOvertookBeforeItCouldExpireIsLost() {
    DeliveryLedger ledger = ledger(DeliveryLedger.single(1, 0), 5);
    deliver(ledger, 0, 0, 0.001);
    deliver(ledger, 0, 2, 0.001);
    deliver(ledger, 0, 3, 0.001);
    DeliveryAccount account = account(ledger, 4, 100);
    assertThat(account.expired()).isZero();
    assertThat(account.missing()).isEqualTo(1);
    assertThat(account.named()).containsExactly(new DeliveryAccount.Missing(0, 1, -1));
  }

  @Test
  void whatNothingOvertookBeforeItExpiredHasExpired() {
    DeliveryLedger ledger = ledger(DeliveryLedger.single(1, 0), 5);
    deliver(ledger, 0, 0, 0.001);
    deliver(ledger, 0, 9, 1);
    DeliveryAccount account = account(ledger, 10, 100);
    // 1 to 6 are 4 seconds old by then, and 7 and 8 are younger
    assertThat(account.expired()).isEqualTo(6);
    assertThat(account.missing()).isEqualTo(2);
    assertThat(account.named())
        .extracting(DeliveryAccount.Missing::sequence)
        .containsExactly(7L, 8L);
    assertThat(account.expected())
        .isEqualTo(account.received() + account.missing() + account.expired());
  }

  @Test
  void whatCannotHaveExpiredByTheEndHasNot() {
    DeliveryLedger ledger = ledger(DeliveryLedger.single(1, 0), 5);
    deliver(ledger, 0, 0, 0.001);
    assertThat(account(ledger, 3, 4).expired()).isZero();
    assertThat(account(ledger, 3, 4).missing()).isEqualTo(2);
    assertThat(account(ledger, 3, 6).expired()).isEqualTo(2);
  }

  @Test
  void eachConsumerHasItsOwnOrder() {
    DeliveryLedger ledger = ledger(DeliveryLedger.fanOut(1, 2), 5);
    deliver(ledger, 0, 0, 0.001);
    deliver(ledger, 0, 2, 0.001);
    deliver(ledger, 1, 2, 20);
    DeliveryAccount account = account(ledger, 3, 100);
    assertThat(account.missing()).isEqualTo(1);
    assertThat(account.expired()).isEqualTo(2);
  }

  @Test
  void aLateCopyThatIsReorderedShowsNothing() {
    DeliveryLedger ledger = ledger(DeliveryLedger.single(1, 0), 5);
    deliver(ledger, 0, 1, 0.001);
    deliver(ledger, 0, 0, 2);
    assertThat(account(ledger, 2, 100).missing() + account(ledger, 2, 100).expired()).isZero();
  }

  @Test
  void membersOfASharedSubscriptionHaveNoOrder() {
    DeliveryLedger ledger = ledger(DeliveryLedger.single(1, 2), 5);
    deliver(ledger, 0, 0, 0.001);
    deliver(ledger, 1, 2, 0.001);
    assertThat(account(ledger, 3, 100).expired()).isEqualTo(1);
  }

  @Test
  void withoutAScheduleTheMessageBeforeIsWhatIsKnown() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0).expiringAfter(5 * SECOND, null);
    deliver(ledger, 0, 0, 0.001);
    deliver(ledger, 0, 2, 0.001);
    assertThat(account(ledger, 3, 100).missing()).isEqualTo(1);
  }
}
