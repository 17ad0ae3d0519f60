package io.brokerbench.mqtt.hivemq;

import com.hivemq.client.internal.mqtt.MqttClientConnectionConfig;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfigBuilder;
import com.hivemq.client.mqtt.MqttWebSocketConfig;
import io.brokerbench.mqtt.library.LibraryTls;
import io.brokerbench.mqtt.library.LinkSettings;
import io.netty.channel.Channel;
import io.reactivex.schedulers.Schedulers;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes clients of the library, and looks into them where it offers no other way. */
final class HiveClients {

  private HiveClients() {}

  /**
   * What clients of both versions have in common. No limits of time: the caller has them. The
   * library's threads are the lane's: one event loop, and callbacks where they arise.
   */
  static MqttClientBuilder builder(LinkSettings settings) {
    return MqttClient.builder()
        .identifier(settings.clientId())
        .transportConfig(transport(settings))
        .executorConfig(
            MqttClientExecutorConfig.builder()
                .nettyExecutor(settings.lane().executor())
                .nettyThreads(1)
                .applicationScheduler(Schedulers.trampoline())
                .build());
  }

  private static MqttClientTransportConfig transport(LinkSettings settings) {
    MqttClientTransportConfigBuilder transport =
        MqttClientTransportConfig.builder()
            .serverHost(settings.endpoint().host())
            .serverPort(settings.endpoint().port())
            .socketConnectTimeout(0, TimeUnit.SECONDS)
            .mqttConnectTimeout(0, TimeUnit.SECONDS);
    if (settings.source().isPresent()) {
      transport = transport.localAddress(settings.source().get());
    }
    if (settings.endpoint().listener().isWebSocket()) {
      String path = settings.endpoint().path().replaceFirst("^/", "");
      transport = transport.webSocketConfig(MqttWebSocketConfig.builder().serverPath(path).build());
    }
    if (settings.tls().isPresent() && settings.endpoint().listener().isSecured()) {
      transport = transport.sslConfig(tls(settings.tls().get()));
    }
    return transport.build();
  }

  private static MqttClientSslConfig tls(LibraryTls tls) {
    return MqttClientSslConfig.builder()
        .trustManagerFactory(tls.trust())
        .keyManagerFactory(tls.key().orElse(null))
        .cipherSuites(tls.cipherSuites().orElse(null))
        .protocols(tls.protocols().orElse(null))
        .handshakeTimeout(0, TimeUnit.SECONDS)
        .hostnameVerifier(tls.verifyHost() ? null : (host, session) -> true)
        .build();
  }

  /**
   * The channel of a connection that was accepted.
   *
   * <p>The library's own interface has no way to drop a connection without a goodbye, or to see
   * what TLS agreed on.
   */
  static Optional<Channel> channel(MqttClient client) {
    return client
        .getConfig()
        .getConnectionConfig()
        .map(config -> ((MqttClientConnectionConfig) config).getChannel());
  }
}
