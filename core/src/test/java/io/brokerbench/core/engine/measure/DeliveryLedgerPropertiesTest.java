package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The ledger against a set of all that came, whatever the order, losses and repetitions. */
class DeliveryLedgerPropertiesTest {

  private static final int SENT = 6_000;

  @Property(tries = 300)
  void theLedgerAgreesWithASetOfAllThatCame(@ForAll("deliveries") List<Integer> deliveries) {
    DeliveryLedger ledger = DeliveryLedger.single(1, 0);
    Set<Integer> seen = new HashSet<>();
    long duplicates = 0;
    long reordered = 0;
    int highest = -1;
    for (int sequence : deliveries) {
      boolean fresh = seen.add(sequence);
      DeliveryLedger.DeliveryKind outcome = ledger.record(0, 0, sequence);
      if (!fresh) {
        duplicates++;
        assertThat(outcome).isEqualTo(DeliveryLedger.DeliveryKind.DUPLICATE);
      } else if (sequence < highest) {
        reordered++;
        assertThat(outcome).isEqualTo(DeliveryLedger.DeliveryKind.REORDERED);
      } else {
        assertThat(outcome).isEqualTo(DeliveryLedger.DeliveryKind.NEW);
      }
      highest = Math.max(highest, sequence);
    }
    DeliveryAccount account = ledger.account(publisher -> SENT, SENT);
    TreeSet<Integer> missing = new TreeSet<>();
    for (int sequence = 0; sequence < SENT; sequence++) {
      if (!seen.contains(sequence)) {
        missing.add(sequence);
      }
    }
    assertThat(account.received()).isEqualTo(seen.size());
    assertThat(account.duplicated()).isEqualTo(duplicates);
    assertThat(account.reordered()).isEqualTo(reordered);
    assertThat(account.named().stream().map(m -> (int) m.sequence()))
        .containsExactlyElementsOf(missing);
  }

  /** Runs in order with jumps: forward over a gap, or back into what may be missing or there. */
  @Provide
  Arbitrary<List<Integer>> deliveries() {
    Arbitrary<int[]> step =
        Arbitraries.integers()
            .between(-1_500, 1_600)
            .flatMap(
                jump ->
                    Arbitraries.integers().between(1, 200).map(length -> new int[] {jump, length}));
    return step.list().ofMaxSize(40).map(DeliveryLedgerPropertiesTest::walk);
  }

  private static List<Integer> walk(List<int[]> steps) {
    List<Integer> sequences = new ArrayList<>();
    int at = 0;
    for (int[] step : steps) {
      at = Math.max(0, Math.min(SENT - 201, at + step[0]));
      for (int i = 0; i < step[1]; i++) {
        sequences.add(at++);
      }
    }
    return sequences;
  }

  @Property(tries = 100)
  void mergingAccountsIsAssociative(
      @ForAll("accounts") DeliveryAccount a,
      @ForAll("accounts") DeliveryAccount b,
      @ForAll("accounts") DeliveryAccount c) {
    assertThat(a.merge(b, 20).merge(c, 20)).isEqualTo(a.merge(b.merge(c, 20), 20));
  }

  @Provide
  Arbitrary<DeliveryAccount> accounts() {
    Arbitrary<DeliveryAccount.Missing> missing =
        Arbitraries.integers().between(0, 50).map(i -> new DeliveryAccount.Missing(i, i, -1));
    return missing
        .list()
        .ofMaxSize(20)
        .map(
            list ->
                new DeliveryAccount(100, 100 - list.size(), 0, 0, 3, 0, 0, 4, 0, list, List.of()));
  }
}
