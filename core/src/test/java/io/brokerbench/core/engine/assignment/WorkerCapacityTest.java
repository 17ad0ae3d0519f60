package io.brokerbench.core.engine.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WorkerCapacityTest {

  private static final int PLENTY = Integer.MAX_VALUE;

  @Test
  void clientsAreDealtOutByWeight() {
    assertThat(
            WorkerCapacity.shares(
                700,
                List.of(
                    new WorkerCapacity(4, PLENTY),
                    new WorkerCapacity(2, PLENTY),
                    new WorkerCapacity(1, PLENTY))))
        .containsExactly(400, 200, 100);
  }

  @Test
  void whatOneHasNoRoomForGoesToTheOthers() {
    assertThat(
            WorkerCapacity.shares(
                700,
                List.of(
                    new WorkerCapacity(4, 100),
                    new WorkerCapacity(2, PLENTY),
                    new WorkerCapacity(1, PLENTY))))
        .containsExactly(100, 400, 200);
  }

  @Test
  void equalAgentsGetEqualShares() {
    assertThat(
            WorkerCapacity.shares(
                10,
                List.of(
                    new WorkerCapacity(8, PLENTY),
                    new WorkerCapacity(8, PLENTY),
                    new WorkerCapacity(8, PLENTY))))
        .containsExactlyInAnyOrder(4, 3, 3);
  }

  @Test
  void moreThanThereIsRoomForIsRefusedWithTheSum() {
    assertThatThrownBy(
            () ->
                WorkerCapacity.shares(
                    201, List.of(new WorkerCapacity(1, 100), new WorkerCapacity(1, 100))))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(
            "201 clients are more than the 200 connections that 2 agents can have");
    assertThatThrownBy(
            () ->
                Slices.cut(
                    new Topology(10, 150, Distribution.SHARED),
                    List.of(new WorkerCapacity(1, 100), new WorkerCapacity(1, 100))))
        .hasMessageContaining("150 consumers that belong together are more than the 100");
    assertThatThrownBy(
            () ->
                Slices.cut(
                    new Topology(700, 4, Distribution.PARTITIONS),
                    List.of(new WorkerCapacity(1, 100), new WorkerCapacity(1, 100))))
        .hasMessageContaining("704 clients are more than the 200 connections");
    assertThatThrownBy(() -> WorkerCapacity.shares(70_000, List.of(new WorkerCapacity(1, 64_510))))
        .hasMessageContaining("70 000 clients are more than the 64 510 connections");
  }

  @Property(tries = 300)
  void nobodyGetsMoreThanItsRoomAndNobodyIsLeftOut(
      @ForAll @IntRange(min = 0, max = 5_000) int clients,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 5_000) Integer> weights) {
    List<WorkerCapacity> rooms =
        IntStream.range(0, weights.size())
            .mapToObj(i -> new WorkerCapacity(weights.get(i), i == 0 ? PLENTY : weights.get(i)))
            .toList();
    int[] shares = WorkerCapacity.shares(clients, rooms);
    assertThat(Arrays.stream(shares).sum()).isEqualTo(clients);
    for (int i = 0; i < shares.length; i++) {
      assertThat(shares[i]).isBetween(0, rooms.get(i).mostClients());
    }
  }

  @Test
  void everyAgentThatReceivesAlsoSends() {
    List<Slice> slices =
        Slices.cut(
            new Topology(10, 10, Distribution.SHARED),
            List.of(new WorkerCapacity(1, PLENTY), new WorkerCapacity(1, PLENTY)));
    assertThat(slices).extracting(Slice::publishers).containsExactly(5, 5);
    assertThat(slices).extracting(Slice::consumers).containsExactly(10, 0);
  }

  @Test
  void oneAgentHasAllClientsInTheirOrder() {
    Topology topology = new Topology(7, 3, Distribution.PARTITIONS);
    assertThat(Slices.cut(topology, List.of(new WorkerCapacity(3, PLENTY))))
        .isEqualTo(Slices.cut(topology, 1));
  }
}
