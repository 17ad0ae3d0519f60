package io.brokerbench.containers.container;

import io.brokerbench.core.base.DefinitionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which image a container is made of: {@code container:emqx} names the pinned one, {@code
 * container:emqx=registry/image:tag} any other.
 */
public final class ContainerImage {

  /** {@code local} for those that {@code scripts/build-images} builds. */
  static final String PROPERTY = "brokerbench.images";

  private static final String LOCAL = "local";
  private static final String SCHEME = "container:";

  private ContainerImage() {}

  public static String selector(String product) {
    return SCHEME + product;
  }

  public static boolean isMeant(String product, String selector) {
    return selector.equals(selector(product)) || selector.startsWith(selector(product) + "=");
  }

  /**
   * The image's name.
   *
   * @throws DefinitionException if the selector names an empty one
   */
  public static String of(String product, String selector) {
    if (selector.equals(selector(product))) {
      return LOCAL.equals(System.getProperty(PROPERTY))
          ? "brokerbench/" + product + ":local"
          : pinned(product);
    }
    String image = selector.substring(selector(product).length() + 1);
    if (!image.matches("[\\w.:/@-]+")) {
      throw new DefinitionException(
          "broker", selector(product) + "=IMAGE with the name of an image", selector);
    }
    return image;
  }

  /**
   * The tag, for products that do not report their version. It is {@code unknown} where the image
   * has none, which is so with a digest alone: {@code rabbitmq@sha256:...}. Of a tag with a digest
   * behind it, it is the tag.
   */
  public static String tag(String image) {
    int at = image.indexOf('@');
    String name = at < 0 ? image : image.substring(0, at);
    int colon = name.lastIndexOf(':');
    return colon > name.lastIndexOf('/') ? name.substring(colon + 1) : "unknown";
  }

  static String pinned(String product) {
    Properties images = new Properties();
    try (InputStream in = ContainerImage.class.getResourceAsStream("images.properties")) {
      images.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return images.getProperty(product);
  }
}
