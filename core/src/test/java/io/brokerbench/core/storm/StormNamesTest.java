package io.brokerbench.core.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StormNamesTest {

  private record Delivery(int item, int watcher) {}

  private static StormNames tally(List<Delivery> deliveries) {
    StormNames.Tally tally = new StormNames.Tally();
    deliveries.forEach(each -> tally.add(each.item(), each.watcher()));
    return tally.names();
  }

  /** Counts all, and then takes the first ones. */
  private static Map<Integer, StormNames.Item> expected(List<Delivery> deliveries) {
    Map<Integer, Long> counts = new TreeMap<>();
    Map<Integer, TreeSet<Integer>> watchers = new TreeMap<>();
    for (Delivery each : deliveries) {
      counts.merge(each.item(), 1L, Long::sum);
      watchers.computeIfAbsent(each.item(), item -> new TreeSet<>()).add(each.watcher());
    }
    Map<Integer, StormNames.Item> first = new TreeMap<>();
    counts.keySet().stream()
        .limit(StormNames.MAX_ITEMS)
        .forEach(
            item ->
                first.put(
                    item,
                    new StormNames.Item(
                        counts.get(item),
                        watchers.get(item).stream().limit(StormOutcome.MAX_WATCHERS).toList())));
    return first;
  }

  @Property(tries = 100)
  void theFirstItemsByIdAreKeptWithAllThatIsCountedInWhateverOrderAndParts(
      @ForAll @IntRange(min = 1, max = 300) int items,
      @ForAll @IntRange(min = 1, max = 60) int watchers,
      @ForAll @IntRange(min = 1, max = 4) int parts,
      @ForAll long seed) {
    Random random = new Random(seed);
    List<Delivery> all = new ArrayList<>();
    List<List<Delivery>> ofPart = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      ofPart.add(new ArrayList<>());
    }
    for (int i = 0; i < 2_000; i++) {
      Delivery delivery = new Delivery(random.nextInt(items), random.nextInt(watchers));
      all.add(delivery);
      ofPart.get(random.nextInt(parts)).add(delivery);
    }
    Map<Integer, StormNames.Item> expected = expected(all);
    assertThat(tally(all).items()).isEqualTo(expected);
    Collections.shuffle(ofPart, random);
    StormNames merged =
        ofPart.stream().map(StormNamesTest::tally).reduce(StormNames.NONE, StormNames::merge);
    assertThat(merged.items()).isEqualTo(expected);
  }

  /** One topic for five thousand subscribers counts five thousand, however many are listed. */
  @Example
  void aCountIsNotLimitedByWhatIsListed() {
    List<Delivery> all = new ArrayList<>();
    for (int watcher = 4_999; watcher >= 0; watcher--) {
      all.add(new Delivery(7, watcher));
    }
    assertThat(tally(all).items())
        .containsExactly(
            entry(
                7,
                new StormNames.Item(
                    5_000,
                    List.of(
                        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19))));
  }
}
