package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.assignment.WorkerCapacity;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What agents can carry depends on the addresses of the broker, and on who shares a machine. */
class AgentPlanTest {

  private static final int PORTS = 28_000;

  private static PooledAgent member(String name, String host, List<InetAddress> sources) {
    return new PooledAgent(name, host, false, 4, new WorkerCapacity(4, 100_000), PORTS, sources);
  }

  private static List<Integer> most(List<PooledAgent> members, int addresses) {
    return AgentPlan.rooms(members, addresses).stream().map(WorkerCapacity::mostClients).toList();
  }

  @Test
  void eachAddressOfTheBrokerHasTheLocalPortsAnew() {
    List<PooledAgent> one = List.of(member("a", "host1", List.of()));
    assertThat(most(one, 1)).containsExactly(PORTS);
    assertThat(most(one, 3)).containsExactly(3 * PORTS);
    assertThat(most(one, 4)).as("its files").containsExactly(100_000);
  }

  @Test
  void agentsOfOneMachineShareItsPortsUnlessTheirAddressesDiffer() throws Exception {
    List<InetAddress> own = List.of(InetAddress.getByName("10.0.0.7"));
    assertThat(
            most(
                List.of(
                    member("a", "host1", List.of()),
                    member("b", "host1", List.of()),
                    member("c", "host1", own),
                    member("d", "host2", List.of())),
                1))
        .containsExactly(PORTS / 2, PORTS / 2, PORTS, PORTS);
  }
}
