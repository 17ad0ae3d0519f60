package io.brokerbench.embedded.qpid;

import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.TlsOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The broker's initial configuration, as its launcher reads it. */
final class QpidConfig {

  /** Of the oldest release whose configurations are still read. */
  private static final String MODEL_VERSION = "8.0";

  private static final String KEY_STORE = "server";

  private QpidConfig() {}

  /** As JSON. */
  static String of(LaunchOptions options, Map<String, Integer> ports) {
    Map<String, Object> broker = new LinkedHashMap<>();
    broker.put("name", "brokerbench");
    broker.put("modelVersion", MODEL_VERSION);
    broker.put(
        "authenticationproviders", List.of(Map.of("name", "anonymous", "type", "Anonymous")));
    List<Map<String, Object>> listeners = new ArrayList<>();
    listeners.add(port("amqp", options.host(), ports.get("amqp")));
    if (ports.containsKey("amqps")) {
      TlsOptions tls = options.tls().orElseThrow();
      broker.put("keystores", List.of(keyStore(tls)));
      listeners.add(secured(port("amqps", options.host(), ports.get("amqps")), tls));
    }
    broker.put("ports", listeners);
    broker.put("virtualhostnodes", List.of(node(options.data().toAbsolutePath())));
    return JsonMapper.shared().writeValueAsString(broker);
  }

  private static Map<String, Object> port(String name, String host, int number) {
    Map<String, Object> port = new LinkedHashMap<>();
    port.put("name", name);
    port.put("type", "AMQP");
    port.put("port", number);
    port.put("bindingAddress", host);
    port.put("protocols", List.of("AMQP_1_0"));
    port.put("authenticationProvider", "anonymous");
    port.put("maxOpenConnections", 1_000_000);
    port.put(
        "virtualhostaliases",
        List.of(
            Map.of("name", "nameAlias", "type", "nameAlias"),
            Map.of("name", "defaultAlias", "type", "defaultAlias"),
            Map.of("name", "hostnameAlias", "type", "hostnameAlias")));
    return port;
  }

  /** With one cipher suite. */
  private static Map<String, Object> secured(Map<String, Object> port, TlsOptions tls) {
    port.put("transports", List.of("SSL"));
    port.put("keyStore", KEY_STORE);
    port.put("context", tlsContext(tls));
    return port;
  }

  private static Map<String, Object> tlsContext(TlsOptions tls) {
    Map<String, Object> context = new LinkedHashMap<>();
    context.put("qpid.security.tls.protocolAllowList", list(tls.protocol()));
    context.put("qpid.security.tls.cipherSuiteAllowList", list(tls.cipher()));
    return context;
  }

  private static String list(String one) {
    return JsonMapper.shared().writeValueAsString(List.of(one));
  }

  private static Map<String, Object> keyStore(TlsOptions tls) {
    return Map.of(
        "name",
        KEY_STORE,
        "type",
        "FileKeyStore",
        "keyStoreType",
        "PKCS12",
        "storeUrl",
        tls.keyStore().toUri().toString(),
        "password",
        tls.password());
  }

  /** Its configuration and its messages are in files, and are read again at the next start. */
  private static Map<String, Object> node(Path data) {
    Map<String, Object> host = new LinkedHashMap<>();
    host.put("type", "DERBY");
    host.put("storePath", data.resolve("derby").toString());
    host.put("nodeAutoCreationPolicies", List.of(queuesByName()));
    return Map.of(
        "name",
        "default",
        "type",
        "JSON",
        "storePath",
        data.resolve("default.json").toString(),
        "defaultVirtualHostNode",
        "true",
        "virtualHostInitialConfiguration",
        JsonMapper.shared().writeValueAsString(host));
  }

  /** A queue is created when a client sends to it or consumes from it, as the other products do. */
  private static Map<String, Object> queuesByName() {
    Map<String, Object> policy = new LinkedHashMap<>();
    policy.put("pattern", "[^/$]+");
    policy.put("createdOnPublish", "true");
    policy.put("createdOnConsume", "true");
    policy.put("nodeType", "queue");
    policy.put("attributes", Map.of());
    return policy;
  }
}
