package io.brokerbench.core.engine.measure;

import static io.brokerbench.core.engine.measure.DeliveryLedger.DeliveryKind.DUPLICATE;
import static io.brokerbench.core.engine.measure.DeliveryLedger.DeliveryKind.NEW;
import static io.brokerbench.core.engine.measure.DeliveryLedger.DeliveryKind.REORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DeliveryLedgerTest {

  private static final int MAX_NAMED = 20;

  @Test
  void deliveriesInOrderAreNew() {
    DeliveryLedger ledger = DeliveryLedger.single(2, 0);
    for (long sequence = 0; sequence < 10_000; sequence++) {
      assertThat(ledger.record(0, 0, sequence)).isEqualTo(NEW);
      assertThat(ledger.record(1, 0, sequence)).isEqualTo(NEW);
    }
    DeliveryAccount account = ledger.account(publisher -> 10_000, MAX_NAMED);
    assertThat(account)
        .isEqualTo(new DeliveryAccount(20_000, 20_000, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of()));
    assertThat(account.missing()).isZero();
  }

  @Test
  void aMessageThatComesAgainIsADuplicateHoweverLate() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0);
    for (long sequence = 0; sequence < 5_000; sequence++) {
      ledger.record(0, 0, sequence);
    }
    assertThat(ledger.record(0, 0, 4_999)).isEqualTo(DUPLICATE);
    assertThat(ledger.record(0, 0, 0)).isEqualTo(DUPLICATE);
    ledger.record(0, 0, 5_010);
    assertThat(ledger.record(0, 0, 5_010)).isEqualTo(DUPLICATE);
    ledger.record(0, 0, 9_000);
    assertThat(ledger.record(0, 0, 9_000)).isEqualTo(DUPLICATE);
    assertThat(ledger.record(0, 0, 17)).isEqualTo(DUPLICATE);
  }

  @Test
  void aMessageThatComesAfterALaterOneIsReordered() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0);
    assertThat(ledger.record(0, 0, 1)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 0)).isEqualTo(REORDERED);
    assertThat(ledger.record(0, 0, 4)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 3)).isEqualTo(REORDERED);
    assertThat(ledger.record(0, 0, 2)).isEqualTo(REORDERED);
    assertThat(ledger.record(0, 0, 5)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 5_000)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 6)).isEqualTo(REORDERED);
  }

  @Test
  void aGapIsALossAndNotAReordering() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0);
    ledger.record(0, 0, 0);
    assertThat(ledger.record(0, 0, 2)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 3)).isEqualTo(NEW);
    DeliveryAccount account = ledger.account(publisher -> 5, MAX_NAMED);
    assertThat(account.missing()).isEqualTo(2);
    assertThat(account.reordered()).isZero();
    assertThat(account.named())
        .containsExactly(
            new DeliveryAccount.Missing(0, 1, -1), new DeliveryAccount.Missing(0, 4, -1));
  }

  @Test
  void missingMessagesAreNamedUpToTheLimit() {
    DeliveryLedger ledger = DeliveryLedger.single(3, 0);
    DeliveryAccount account = ledger.account(publisher -> publisher == 1 ? 100 : 0, 20);
    assertThat(account.missing()).isEqualTo(100);
    assertThat(account.named()).hasSize(20).allMatch(missing -> missing.publisher() == 1);
    assertThat(account.named().get(19).sequence()).isEqualTo(19);
  }

  @Test
  void withFanOutEveryConsumerIsOwedACopy() {
    DeliveryLedger ledger = DeliveryLedger.fanOut(2, 3);
    for (int consumer = 0; consumer < 3; consumer++) {
      ledger.record(0, consumer, 0);
    }
    ledger.record(1, 2, 0);
    DeliveryAccount account = ledger.account(publisher -> 1, MAX_NAMED);
    assertThat(account.expected()).isEqualTo(6);
    assertThat(account.received()).isEqualTo(4);
    assertThat(account.named())
        .containsExactly(
            new DeliveryAccount.Missing(1, 0, 0), new DeliveryAccount.Missing(1, 0, 1));
  }

  @Test
  void theSameMessageForTwoConsumersOfAFanOutIsNoDuplicate() {
    DeliveryLedger ledger = DeliveryLedger.fanOut(1, 2);
    assertThat(ledger.record(0, 0, 0)).isEqualTo(NEW);
    assertThat(ledger.record(0, 1, 0)).isEqualTo(NEW);
    assertThat(ledger.record(0, 1, 0)).isEqualTo(DUPLICATE);
  }

  @Test
  void aSharedSubscriptionIsOwedEachMessageOnceOverItsMembers() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 3);
    assertThat(ledger.record(0, 2, 0)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 1)).isEqualTo(NEW);
    assertThat(ledger.record(0, 1, 0)).isEqualTo(DUPLICATE);
    assertThat(ledger.account(publisher -> 2, MAX_NAMED).missing()).isZero();
  }

  /** What a member gets again itself is a duplicate, which QoS 1 allows. */
  @Test
  void whatASecondMemberGetsIsNotWhatTheFirstOneGetsAgain() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 2);
    ledger.record(0, 0, 0);
    assertThat(ledger.record(0, 0, 0)).isEqualTo(DUPLICATE);
    assertThat(ledger.account(publisher -> 1, MAX_NAMED).repeatedElsewhere()).isZero();
    assertThat(ledger.record(0, 1, 0)).isEqualTo(DUPLICATE);
    DeliveryAccount account = ledger.account(publisher -> 1, MAX_NAMED);
    assertThat(account.repeatedElsewhere()).isEqualTo(1);
    assertThat(account.duplicated()).isEqualTo(2);
  }

  @Test
  void consumersThatAreExcusedAreOwedNothing() {
    DeliveryLedger ledger = DeliveryLedger.fanOut(2, new int[] {3, 5, 7});
    ledger.record(0, 3, 0);
    ledger.record(1, 7, 0);
    ledger.excuse(consumer -> consumer == 5);
    DeliveryAccount account = ledger.account(publisher -> 1, MAX_NAMED);
    assertThat(account.expected()).isEqualTo(4);
    assertThat(account.missing()).isEqualTo(2);
    assertThat(account.named())
        .containsExactly(
            new DeliveryAccount.Missing(0, 0, 7), new DeliveryAccount.Missing(1, 0, 3));
  }

  @Test
  void whatIsRetainedAndComesAgainIsNoDuplicate() {
    for (int members : new int[] {0, 2}) {
      DeliveryLedger ledger = DeliveryLedger.single(1, members);
      ledger.record(0, 0, 0);
      ledger.record(0, 0, 0, true);
      ledger.record(0, 0, 1, true);
      DeliveryAccount account = ledger.account(publisher -> 2, MAX_NAMED);
      assertThat(account.received()).isEqualTo(2);
      assertThat(account.duplicated()).isZero();
      assertThat(account.repeatedElsewhere()).isZero();
    }
  }

  @Test
  void membersOfASharedSubscriptionOweOrderOnlyWithinThemselves() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 2);
    assertThat(ledger.record(0, 0, 1)).isEqualTo(NEW);
    assertThat(ledger.record(0, 1, 0)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 3)).isEqualTo(NEW);
    assertThat(ledger.record(0, 0, 2)).isEqualTo(REORDERED);
  }

  @Test
  void fiftyMillionDeliveriesWithHolesFitInTwoHundredMegabytes() {
    int publishers = 1_000;
    int perPublisher = 50_000;
    DeliveryLedger ledger = DeliveryLedger.single(publishers, 0);
    long before = usedBytes();
    long dropped = 0;
    for (long sequence = 0; sequence < perPublisher; sequence++) {
      for (int publisher = 0; publisher < publishers; publisher++) {
        if ((sequence + publisher) % 499 == 7) {
          dropped++;
        } else {
          ledger.record(publisher, 0, sequence);
        }
      }
    }
    long after = usedBytes();
    assertThat(after - before).isLessThan(200_000_000);
    DeliveryAccount account = ledger.account(publisher -> perPublisher, MAX_NAMED);
    assertThat(account.expected()).isEqualTo(50_000_000);
    assertThat(account.missing()).isEqualTo(dropped);
    assertThat(account.reordered()).isZero();
    assertThat(account.duplicated()).isZero();
    assertThat(account.named().get(0)).isEqualTo(new DeliveryAccount.Missing(0, 7, -1));
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void memoryOfAStreamWithoutHolesDoesNotGrowWithTheRun() {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0);
    SplittableRandom random = new SplittableRandom(1);
    long base = 0;
    for (int round = 0; round < 10_000; round++) {
      int block = 1 + random.nextInt(300);
      for (int i = block - 1; i >= 0; i--) {
        ledger.record(0, 0, base + i);
      }
      base += block;
    }
    long sent = base;
    assertThat(ledger.account(publisher -> sent, MAX_NAMED).missing()).isZero();
    assertThat(ledger.toString()).contains("0 streams with holes");
  }

  @Test
  void whatArrivesAtAConsumerThatIsNotOwedItIsMisdeliveredAndStillMissing() {
    DeliveryLedger ledger = DeliveryLedger.single(2, 0).ownedBy(publisher -> publisher);
    assertThat(ledger.record(0, 1, 0)).isEqualTo(DeliveryLedger.DeliveryKind.MISDELIVERED);
    assertThat(ledger.record(1, 0, 0)).isEqualTo(DeliveryLedger.DeliveryKind.MISDELIVERED);
    assertThat(ledger.record(1, 1, 0)).isEqualTo(NEW);
    DeliveryAccount account = ledger.account(publisher -> 1, MAX_NAMED);
    assertThat(account.misdelivered()).isEqualTo(2);
    assertThat(account.strays())
        .containsExactly(new DeliveryAccount.Stray(0, 0, 1), new DeliveryAccount.Stray(1, 0, 0));
    assertThat(account.received()).isEqualTo(1);
    assertThat(account.missing()).isEqualTo(1);
  }

  @Test
  void whatWasNeverAcknowledgedIsCountedApartFromWhatIsMissing() {
    DeliveryLedger ledger = DeliveryLedger.fanOut(1, 2);
    ledger.record(0, 0, 0);
    ledger.record(0, 1, 0);
    ledger.record(0, 0, 1);
    PublishedMessages published =
        new PublishedMessages() {
          @Override
          public long sent(int publisher) {
            return 3;
          }

          @Override
          public boolean isUnacknowledged(int publisher, long sequence) {
            return sequence == 1;
          }

          @Override
          public void forEachUnacknowledged(MessageVisitor visitor) {
            visitor.visit(0, 1);
          }
        };
    DeliveryAccount account =
        ledger.account(published, MAX_NAMED, (publisher, sequence, consumer) -> {}, null, 0);
    assertThat(account.expected()).isEqualTo(6);
    assertThat(account.received()).isEqualTo(3);
    assertThat(account.unacknowledged()).isEqualTo(1);
    assertThat(account.unacknowledgedDelivered()).isEqualTo(1);
    assertThat(account.missing()).isEqualTo(2);
    assertThat(account.named())
        .containsExactly(
            new DeliveryAccount.Missing(0, 2, 0), new DeliveryAccount.Missing(0, 2, 1));
  }
}
