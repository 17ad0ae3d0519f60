package io.brokerbench.containers.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.containers.metrics.ManagementPages.Place;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.result.BrokerMetrics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ManagementPagesTest {

  /** As ActiveMQ Classic does from 6.2.6 on. */
  @Test
  void aPageThatAnswersPostAloneIsAsked() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/jolokia/",
        exchange -> {
          String asked =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean memory = asked.contains("\"mbean\":\"java.lang:type=Memory\"");
          String value = memory ? "{\"used\":4096}" : asked.contains("CurrentC") ? "7" : "5";
          byte[] body = ("{\"value\":" + value + "}").getBytes(StandardCharsets.UTF_8);
          boolean post = exchange.getRequestMethod().equals("POST");
          exchange.sendResponseHeaders(post ? 200 : 403, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    MetricsQuery query = ContainerProduct.named("activemq").container("").metrics().orElseThrow();
    try (MetricsSource source = query.open(server.getAddress())) {
      assertThat(source.read())
          .isEqualTo(
              new BrokerMetrics(OptionalLong.of(15), OptionalLong.of(7), OptionalLong.of(4096)));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void whatAPageDoesNotHaveIsAbsent() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/page",
        exchange -> {
          boolean known =
              "Basic YW5uOmJlZQ==".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] body =
              "{\"a\":{\"n\":17},\"list\":[{\"m\":4096}],\"own\":{\"x\":2,\"y\":[3]}}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(known ? 200 : 401, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try (MetricsSource source =
        new ManagementPages(
                1,
                "ann:bee",
                List.of(new Place("/page", "/a/n"), new Place("/page", "/no/such")),
                List.of(new Place("/page", "/own")),
                Optional.of(new Place("/page", "/a/none")),
                Optional.of(new Place("/page", "/list/0/m")))
            .open(server.getAddress())) {
      assertThat(source.read())
          .isEqualTo(
              new BrokerMetrics(OptionalLong.of(12), OptionalLong.empty(), OptionalLong.of(4096)));
    } finally {
      server.stop(0);
    }
  }
}
