package io.brokerbench.containers.container;

import io.brokerbench.containers.product.ContainerProduct;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Images that stand in for those of products that are not available. They start with the
 * environment that the {@link EntryPoint} of the product starts with, and with no other; a
 * Mosquitto does then what the product would do with these settings: it listens where they say,
 * with the certificates, the version and the cipher that they name, and has their limits. A few
 * lines of Perl answer HTTP on the paths of the product, and the log is the product's.
 */
final class StandIn {

  /** What the script of a product calls, before its own lines. */
  private static final String BEFORE =
      """
      echo "user root" >/mosquitto.conf
      tls() { # VERSION CIPHER CERTIFICATE KEY: what of a listener Mosquitto calls so
        printf 'tls_version %s\\ncertfile %s\\nkeyfile %s\\n' "$1" "$3" "$4"
        if [ "$1" = tlsv1.3 ]; then
          echo "ciphers_tls1.3 $2"
          return
        fi
        echo "ciphers $2"
        # Its own tls_version is the least that it accepts.
        printf 'openssl_conf=top\\n[top]\\nssl_conf=ssl\\n[ssl]\\nsystem_default=all\\n[all]\\nMaxProtocol=%s\\n' \
          "$(echo "$1" | sed s/tlsv/TLSv/)" >/openssl.cnf
        export OPENSSL_CONF=/openssl.cnf
      }
      serve() { # PORT: the files below /pages by their paths, and nothing else
        perl -e '
          use IO::Socket::INET;
          $SIG{CHLD} = "IGNORE";
          my $server = IO::Socket::INET->new(LocalPort => shift, Listen => 50, ReuseAddr => 1) or die $!;
          while (my $client = $server->accept) {
            my ($path) = <$client> =~ m{^GET (/[^ ?]*)};
            while (<$client>) { last if /^\\r?\\n$/ }
            if (defined $path && -f "/pages$path" && open my $page, "<", "/pages$path") {
              print $client "HTTP/1.0 200 OK\\r\\n\\r\\n", <$page>;
            } else {
              print $client "HTTP/1.0 404 Not Found\\r\\n\\r\\n";
            }
            close $client;
          }' "$1" &
      }
      """;

  private StandIn() {}

  /** One without pages that say anything, of the release that is pinned. */
  static String of(DockerEngine docker, String product, String name) throws IOException {
    return of(docker, product, name, Map.of());
  }

  /**
   * Makes one, to be removed by who asked for it.
   *
   * @param product whose entry point it has
   * @param name of the image
   * @param pages texts that are answered, by their paths; those of the product are empty without
   * @return the image's name
   */
  static String of(DockerEngine docker, String product, String name, Map<String, String> pages)
      throws IOException {
    String repository = "brokerbench/" + name + "-stand-in";
    String tag =
        ContainerImage.tag(
            ContainerProduct.named(product).pinned()); // says what the product can do
    String id =
        docker
            .client()
            .createContainerCmd("brokerbench/mosquitto:local")
            .withLabels(ContainerSession.labels())
            .exec()
            .getId();
    docker
        .client()
        .commitCmd(id)
        .withRepository(repository)
        .withTag(tag)
        .withCmd("sh", "-c", script(product, tag, pages))
        .exec();
    docker.remove(id);
    return repository + ":" + tag;
  }

  private static String script(String product, String tag, Map<String, String> pages)
      throws IOException {
    StringBuilder script = new StringBuilder();
    script.append(EntryPoint.of(product).script()).append(BEFORE);
    script.append("RELEASE=").append(release(tag)).append('\n');
    String usual = product.equals("emqx") ? "/api/v5/prometheus/stats" : "/metrics";
    write(script, usual, pages.getOrDefault(usual, ""));
    pages.forEach((path, text) -> write(script, path, text));
    try (InputStream in = StandIn.class.getResourceAsStream(product + ".standin")) {
      script.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    return script.append("exec mosquitto -c /mosquitto.conf\n").toString();
  }

  /** What its log says, which the tag does not: a version is read from the log where it has one. */
  static String release(String tag) {
    return tag + ".1";
  }

  private static void write(StringBuilder script, String path, String text) {
    script
        .append("mkdir -p /pages%s && cat >/pages%s <<'PAGE'\n".formatted(folder(path), path))
        .append(text)
        .append(text.endsWith("\n") || text.isEmpty() ? "" : "\n")
        .append("PAGE\n");
  }

  private static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }
}
