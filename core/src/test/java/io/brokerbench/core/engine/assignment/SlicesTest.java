package io.brokerbench.core.engine.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Topology;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlicesTest {

  private static Topology topology(int publishers, int consumers, Distribution distribution) {
    return new Topology(publishers, consumers, distribution);
  }

  @Property(tries = 200)
  void everyClientIsInOneSlice(
      @ForAll @IntRange(min = 1, max = 200) int publishers,
      @ForAll @IntRange(min = 1, max = 200) int consumers,
      @ForAll boolean shared,
      @ForAll @IntRange(min = 1, max = 9) int workers) {
    Topology topology =
        topology(publishers, consumers, shared ? Distribution.SHARED : Distribution.ALL);
    List<Slice> slices = Slices.cut(topology, workers);
    assertThat(slices).hasSize(workers);
    assertThat(
            slices.stream()
                .flatMapToInt(s -> IntStream.of(s.publisherIds().toArray()))
                .sorted()
                .toArray())
        .containsExactly(ClientIds.below(publishers).toArray());
    assertThat(
            slices.stream()
                .flatMapToInt(s -> IntStream.of(s.consumerIds().toArray()))
                .sorted()
                .toArray())
        .containsExactly(ClientIds.below(consumers).toArray());
  }

  @Property(tries = 200)
  void slicesHaveTheSameNumberOfClientsWhereThereAreEnoughPublishers(
      @ForAll @IntRange(min = 100, max = 300) int publishers,
      @ForAll @IntRange(min = 1, max = 25) int consumers,
      @ForAll @IntRange(min = 1, max = 4) int workers) {
    List<Slice> slices = Slices.cut(topology(publishers, consumers, Distribution.SHARED), workers);
    int clients = publishers + consumers;
    assertThat(slices)
        .allSatisfy(
            slice ->
                assertThat(slice.clients())
                    .isBetween(clients / workers, (clients + workers - 1) / workers));
    assertThat(
            Slices.mostClients(
                List.of(topology(publishers, consumers, Distribution.SHARED)), workers))
        .isEqualTo((clients + workers - 1) / workers);
  }

  @Test
  void runsThatShareWorkersAddUpInEachOfThem() {
    Topology shared = topology(10, 10, Distribution.SHARED);
    Topology few = topology(1, 0, Distribution.NONE);
    assertThat(Slices.mostClients(List.of(shared, shared), 2)).isEqualTo(20);
    assertThat(Slices.mostClients(List.of(shared, few), 2)).isEqualTo(11);
  }

  @Test
  void allMembersOfASharedSubscriptionAreInOneSlice() {
    List<Slice> slices = Slices.cut(topology(10, 10, Distribution.SHARED), 2);
    assertThat(slices.get(0)).isEqualTo(new Slice(ClientIds.below(0), ClientIds.below(10)));
    assertThat(slices.get(1)).isEqualTo(new Slice(ClientIds.below(10), ClientIds.below(0)));
  }

  @Test
  void anyStretchOfTheScheduleIsSharedOutOverTheSlices() {
    List<Slice> slices = Slices.cut(topology(1_000, 100, Distribution.SHARED), 2);
    for (int from = 0; from < 1_000; from += 100) {
      int begin = from;
      long inFirst =
          IntStream.range(begin, begin + 100)
              .filter(id -> slices.get(0).publisherIds().contains(id))
              .count();
      assertThat(inFirst).isBetween(44L, 46L);
    }
  }

  @Property(tries = 200)
  void eachRequesterIsWhereItsRepliesComeAndAllRespondersAreInOneSlice(
      @ForAll @IntRange(min = 1, max = 100) int requesters,
      @ForAll @IntRange(min = 1, max = 100) int consumers,
      @ForAll @IntRange(min = 1, max = 9) int responders,
      @ForAll @IntRange(min = 1, max = 4) int agents) {
    Topology topology =
        Topology.ofRequests(requesters, responders).withConsumers(Math.min(requesters, consumers));
    List<Slice> slices =
        Slices.cut(topology, Collections.nCopies(agents, new WorkerCapacity(2, 1_000)));
    assertThat(slices.stream().mapToInt(Slice::clients).sum()).isEqualTo(topology.clients());
    assertThat(slices)
        .allSatisfy(
            slice ->
                assertThat(IntStream.of(slice.publisherIds().toArray()))
                    .allMatch(id -> slice.consumerIds().contains(topology.partitionOf(id))));
    assertThat(slices)
        .filteredOn(
            slice -> IntStream.of(slice.consumerIds().toArray()).anyMatch(topology::isResponder))
        .singleElement()
        .satisfies(
            slice ->
                assertThat(
                        IntStream.of(slice.consumerIds().toArray()).filter(topology::isResponder))
                    .hasSize(responders));
  }

  @Test
  void requestersThatShareConsumersStayTogetherOrAreRefused() {
    Topology topology = Topology.ofRequests(10, 1).withConsumers(1);
    List<WorkerCapacity> rooms = Collections.nCopies(2, new WorkerCapacity(1, 8));
    assertThatThrownBy(() -> Slices.cut(topology, rooms))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "up to 11 clients belong together, requesters and the consumer of their replies: 2"
                + " agents have room for 0 of 1 such groups");
  }

  @Test
  void idsAreShortAsText() {
    ClientIds ids = ClientIds.of(IntStream.range(0, 250_000).map(i -> 2 * i + 1));
    assertThat(ids.text()).hasSizeLessThan(2_000);
    assertThat(ClientIds.parse(ids.text())).isEqualTo(ids);
    assertThat(ClientIds.parse(ClientIds.below(0).text())).isEqualTo(ClientIds.below(0));
  }
}
