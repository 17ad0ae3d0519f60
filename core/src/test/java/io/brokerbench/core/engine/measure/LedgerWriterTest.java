package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.MessageHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LedgerWriterTest {

  private static final long DELAY_MICROS = 250L << 32;

  @Test
  void whatIsNewIsToldOnceWithItsTimes() {
    List<String> reported = new ArrayList<>();
    LedgerWriter writer =
        new LedgerWriter(
            DeliveryLedger.single(1, 0),
            (received, intended, delay, consumer, publisher) ->
                reported.add(received + " " + intended + " " + delay + " " + consumer));
    writer.record(900, 100, MessageHeader.word1(0, 0), DELAY_MICROS, 7);
    writer.record(950, 100, MessageHeader.word1(0, 0), DELAY_MICROS, 7);
    assertThat(reported).isEmpty();
    writer.flush();
    assertThat(reported).containsExactly("900 100 250000 7");
    assertThat(writer.received()).isEqualTo(1);
  }

  @Test
  void anUnknownPublishersMessagesAreMisdelivered() {
    DeliveryLedger ledger = DeliveryLedger.single(3, 0);
    LedgerWriter writer = new LedgerWriter(ledger, (r, i, d, c, p) -> {});
    writer.record(1, 1, MessageHeader.word1(3, 0), 0, 0);
    writer.record(1, 1, MessageHeader.word1(-1, 0), 0, 0);
    writer.flush();
    assertThat(writer.received()).isZero();
    assertThat(ledger.account(publisher -> 0, 1).misdelivered()).isEqualTo(2);
  }

  @Test
  void aFullDoorEntersByItself() {
    LedgerWriter writer = new LedgerWriter(DeliveryLedger.single(1, 0), (r, i, d, c, p) -> {});
    for (long sequence = 0; sequence < 1_024; sequence++) {
      writer.record(1, 1, MessageHeader.word1(0, sequence), 0, 0);
    }
    assertThat(writer.received()).isEqualTo(1_024);
  }

  @Test
  void twoLanesOfOneSharedSubscriptionAreAccountedForTogether() throws InterruptedException {
    DeliveryLedger ledger = DeliveryLedger.single(10, 2);
    AtomicLong reported = new AtomicLong();
    CountDownLatch done = new CountDownLatch(2);
    for (int lane = 0; lane < 2; lane++) {
      int consumer = lane;
      new Thread(
              () -> {
                LedgerWriter writer =
                    new LedgerWriter(ledger, (r, i, d, c, p) -> reported.incrementAndGet());
                for (long sequence = consumer; sequence < 100_000; sequence += 2) {
                  for (int publisher = 0; publisher < 10; publisher++) {
                    writer.record(1, 1, MessageHeader.word1(publisher, sequence), 0, consumer);
                  }
                }
                writer.flush();
                done.countDown();
              })
          .start();
    }
    done.await();
    DeliveryAccount account;
    synchronized (ledger) {
      account = ledger.account(publisher -> 100_000, 20);
    }
    assertThat(account)
        .isEqualTo(
            new DeliveryAccount(1_000_000, 1_000_000, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of()));
    assertThat(reported).hasValue(1_000_000);
  }
}
