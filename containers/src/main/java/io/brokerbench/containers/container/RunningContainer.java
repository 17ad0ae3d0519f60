package io.brokerbench.containers.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports.Binding;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.process.ProcessRecipe;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.telemetry.ControlGroup;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a container that runs is found.
 *
 * @param host where its published ports are
 * @param inside its own address, where other containers reach it
 * @param ports published ports by those inside
 * @param plan by which it was started
 * @param group its control group, where that is on this machine
 * @param pid its first process, where that is on this machine
 */
record RunningContainer(
    String host,
    String inside,
    Map<Integer, Integer> ports,
    Plan plan,
    Optional<ControlGroup> group,
    OptionalLong pid) {

  static RunningContainer of(String host, Plan plan, InspectContainerResponse state) {
    Map<Integer, Integer> ports = new HashMap<>();
    for (Map.Entry<ExposedPort, Binding[]> port :
        state.getNetworkSettings().getPorts().getBindings().entrySet()) {
      if (port.getValue() != null && port.getValue().length > 0) {
        ports.put(port.getKey().getPort(), Integer.parseInt(port.getValue()[0].getHostPortSpec()));
      }
    }
    Long pid = state.getState().getPidLong();
    Optional<ControlGroup> group =
        pid == null ? Optional.empty() : ControlGroup.of(pid, state.getId());
    return new RunningContainer(
        host,
        address(state),
        ports,
        plan,
        group,
        group.isPresent() ? OptionalLong.of(pid) : OptionalLong.empty());
  }

  /** The same once it has ended: there is nothing to be read of it. */
  RunningContainer ended() {
    return new RunningContainer(host, inside, ports, plan, Optional.empty(), OptionalLong.empty());
  }

  private static String address(InspectContainerResponse state) {
    return state.getNetworkSettings().getNetworks().values().stream()
        .map(ContainerNetwork::getIpAddress)
        .findFirst()
        .orElse("");
  }

  /** Whether Docker has published its ports: it has not where the container ended at once. */
  boolean isPublished() {
    return ports.keySet().containsAll(plan.ports().values())
        && ports.keySet().containsAll(plan.pages());
  }

  /** In the order of the plan's listeners, plain MQTT first. */
  List<Endpoint> endpoints() {
    List<Endpoint> endpoints = new ArrayList<>();
    plan.ports()
        .forEach((listener, inside) -> endpoints.add(endpoint(listener, ports.get(inside))));
    return endpoints;
  }

  private Endpoint endpoint(Listener listener, int port) {
    String path = listener.isWebSocket() ? ProcessRecipe.WEB_SOCKET_PATH : "";
    return new Endpoint(listener, host, port, path);
  }

  /** The published address of a port inside. */
  InetSocketAddress address(int inside) {
    return new InetSocketAddress(host, ports.get(inside));
  }
}
