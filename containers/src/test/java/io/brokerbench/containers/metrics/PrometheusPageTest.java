package io.brokerbench.containers.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.ServedPage;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Against pages as the products' documentation has them. */
class PrometheusPageTest {

  private static PrometheusPage query(String product) {
    return (PrometheusPage) ContainerProduct.named(product).container("").metrics().orElseThrow();
  }

  private static BrokerMetrics read(PrometheusPage query, String page) throws IOException {
    try (ServedPage served = new ServedPage(query.path(), page);
        MetricsSource source = query.open(served.address())) {
      return source.read();
    }
  }

  @Test
  void emqxTellsConnectionsAndTheMemoryOfItsVirtualMachine() throws Exception {
    String page =
        """
        # TYPE emqx_connections_count gauge
        # HELP emqx_connections_count
        emqx_connections_count 12
        # TYPE emqx_live_connections_count gauge
        emqx_live_connections_count 11
        # TYPE erlang_vm_memory_bytes_total gauge
        erlang_vm_memory_bytes_total{kind="system"} 7.5e7
        erlang_vm_memory_bytes_total{kind="processes"} 25000000
        # TYPE emqx_vm_used_memory gauge
        emqx_vm_used_memory 3456789012
        """;
    assertThat(read(query("emqx"), page))
        .isEqualTo(
            new BrokerMetrics(
                OptionalLong.empty(), OptionalLong.of(11), OptionalLong.of(100_000_000)));
    assertThat(read(query("emqx"), page.replace("memory_bytes_total", "memory_bytes")))
        .extracting(BrokerMetrics::heapBytes)
        .isEqualTo(OptionalLong.of(100_000_000));
  }

  @Test
  void verneMqTellsConnectionsOfBothKindsAndItsMemory() throws Exception {
    String page =
        """
        # HELP active_mqtt_connections The number of active MQTT(S) connections.
        # TYPE active_mqtt_connections gauge
        active_mqtt_connections{node="VerneMQ@172.17.0.2"} 9
        # TYPE active_mqttws_connections gauge
        active_mqttws_connections{node="VerneMQ@172.17.0.2"} 2
        # TYPE vm_memory_total gauge
        vm_memory_total{node="VerneMQ@172.17.0.2"} 91234567
        queue_message_in{node="VerneMQ@172.17.0.2"} 5
        """;
    assertThat(read(query("vernemq"), page))
        .isEqualTo(
            new BrokerMetrics(
                OptionalLong.empty(), OptionalLong.of(11), OptionalLong.of(91_234_567)));
  }

  @Test
  void whatAPageDoesNotHaveIsAbsent() throws Exception {
    assertThat(read(query("vernemq"), "something_else 1\n")).isEqualTo(BrokerMetrics.NONE);
  }
}
