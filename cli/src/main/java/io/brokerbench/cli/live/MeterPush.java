package io.brokerbench.cli.live;

import io.brokerbench.core.base.DefinitionException;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.influx.InfluxApiVersion;
import io.micrometer.influx.InfluxConfig;
import io.micrometer.influx.InfluxMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Registries that send their meters somewhere: every {@value #SECONDS} seconds, on a thread of
 * their own, and once more when they are closed. What is not received holds up no run; the first
 * failure is said in one line.
 */
public final class MeterPush {

  /** Variable with the token for version 2 of InfluxDB's interface. */
  public static final String TOKEN = "BROKERBENCH_INFLUX_TOKEN";

  private static final int SECONDS = 5;
  private static final Duration STEP = Duration.ofSeconds(SECONDS);
  private static final String SERVICE = "brokerbench";
  private static final List<String> INFLUX_KEYS = List.of("db", "org", "bucket");

  private MeterPush() {}

  /**
   * Refuses what is no place to send to, before anything starts.
   *
   * @param otlp place of {@link #otlp}, or null
   * @param influx place of {@link #influx}, or null
   * @throws DefinitionException if one of them is none
   */
  public static void requireUsable(String otlp, String influx, Map<String, String> environment) {
    if (otlp != null) {
      collector(otlp);
    }
    if (influx != null) {
      Influx.of(influx, environment);
    }
  }

  private static URI collector(String url) {
    return http("--otlp", url, "http://127.0.0.1:4318/v1/metrics");
  }

  /**
   * To a collector of OpenTelemetry, over HTTP.
   *
   * @param url such as {@code http://127.0.0.1:4318/v1/metrics}
   * @param failures gets the first failure to send, in one line
   * @throws DefinitionException if it is none
   */
  public static MeterRegistry otlp(String url, Consumer<String> failures) {
    URI uri = collector(url);
    OtlpConfig config =
        new OtlpConfig() {
          @Override
          public String get(String key) {
            return null;
          }

          @Override
          public String url() {
            return uri.toString();
          }

          @Override
          public Duration step() {
            return STEP;
          }

          @Override
          public Map<String, String> resourceAttributes() {
            return Map.of("service.name", SERVICE);
          }
        };
    return OtlpMeterRegistry.builder(config)
        .clock(Clock.SYSTEM)
        .metricsSender(new OtlpHttpMetricsSender(new MeterSender(url, failures)))
        .build();
  }

  /** A place of InfluxDB, with the names in its query. */
  private record Influx(URI uri, Map<String, String> query, boolean second) {

    static Influx of(String url, Map<String, String> environment) {
      URI uri = http("--influx", url, "http://127.0.0.1:8086?db=brokerbench");
      Map<String, String> query = parsed(uri, url);
      boolean second = query.containsKey("org") || query.containsKey("bucket");
      if (second && (query.size() != 2 || query.containsKey("db"))) {
        throw new DefinitionException("--influx", "db, or org and bucket", url);
      }
      if (second && environment.getOrDefault(TOKEN, "").isBlank()) {
        throw new DefinitionException(
            "--influx", "org and bucket require a token in the variable " + TOKEN, url);
      }
      return new Influx(uri, query, second);
    }
  }

  /**
   * To InfluxDB: version 1 of its interface with {@code db}, version 2 with {@code org} and {@code
   * bucket}.
   *
   * @param url such as {@code http://127.0.0.1:8086?db=brokerbench}
   * @param environment that may have the token
   * @param failures gets the first failure to send, in one line
   * @throws DefinitionException if it is none
   */
  public static MeterRegistry influx(
      String url, Map<String, String> environment, Consumer<String> failures) {
    Influx influx = Influx.of(url, environment);
    URI uri = influx.uri();
    Map<String, String> query = influx.query();
    String base = uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    InfluxConfig config =
        new InfluxConfig() {
          @Override
          public String get(String key) {
            return null;
          }

          @Override
          public String uri() {
            return base.replaceFirst("/$", "");
          }

          @Override
          public String db() {
            return query.getOrDefault("db", SERVICE);
          }

          @Override
          public InfluxApiVersion apiVersion() {
            return influx.second() ? InfluxApiVersion.V2 : InfluxApiVersion.V1;
          }

          @Override
          public String org() {
            return query.get("org");
          }

          @Override
          public String bucket() {
            return query.getOrDefault("bucket", db());
          }

          @Override
          public String token() {
            return environment.get(TOKEN);
          }

          @Override
          public Duration step() {
            return STEP;
          }
        };
    return InfluxMeterRegistry.builder(config)
        .clock(Clock.SYSTEM)
        .httpClient(new MeterSender(url, failures))
        .build();
  }

  private static URI http(String option, String url, String example) {
    try {
      URI uri = new URI(url);
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw new DefinitionException(option + " " + url + ": a URL, such as " + example, e);
    }
    throw new DefinitionException(option, "a URL, such as " + example, url);
  }

  private static Map<String, String> parsed(URI uri, String url) {
    Map<String, String> values = new LinkedHashMap<>();
    if (uri.getRawQuery() != null) {
      for (String pair : uri.getRawQuery().split("&", -1)) {
        String[] parts = pair.split("=", 2);
        if (parts.length < 2 || parts[1].isEmpty() || !INFLUX_KEYS.contains(parts[0])) {
          throw new DefinitionException("--influx", "db=NAME, or org=NAME and bucket=NAME", url);
        }
        values.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
    return values;
  }
}
