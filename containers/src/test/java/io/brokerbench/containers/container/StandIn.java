package io.brokerbench.containers.container;

import io.brokerbench.containers.product.ContainerProduct;
import java.io.IOException;

/**
 * Images that stand in for those of products that are not available: a Mosquitto without a
 * configuration of ours listens where they would, and a few lines of Perl answer HTTP. They start
 * with the environment that the {@link EntryPoint} of the product starts with, and with no other.
 */
final class StandIn {

  private static final String SERVER =
      "use IO::Socket::INET; $SIG{CHLD}=q(IGNORE);"
          + " my $s=IO::Socket::INET->new(LocalPort=>%d,Listen=>50,ReuseAddr=>1) or die $!;"
          + " while(my $c=$s->accept){while(<$c>){last if /^\\r?\\n$/}"
          + "print $c qq(HTTP/1.0 200 OK\\r\\n\\r\\n%s\\n);close $c}";

  private StandIn() {}

  /**
   * Makes one, to be removed by who asked for it.
   *
   * @param product whose entry point it has
   * @param name of the image
   * @param port on which a page is answered
   * @param page its text, as Perl has it between quotes
   * @return the image's name
   */
  static String of(DockerEngine docker, String product, String name, int port, String page)
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
        .withCmd(
            "sh",
            "-c",
            EntryPoint.of(product).script()
                + "printf 'listener 1883\\nallow_anonymous true\\n' > /c; perl -e '"
                + SERVER.formatted(port, page)
                + "' & exec mosquitto -c /c")
        .exec();
    docker.remove(id);
    return repository + ":" + tag;
  }
}
