package io.brokerbench.containers.container;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.recipe.RecipeImage;

/**
 * Which image a container is made of: {@code container:emqx} names the pinned one, {@code
 * container:emqx=registry/image:tag} any other.
 */
public final class ContainerImage {

  /** {@code local} for those that {@code scripts/build-images} builds. */
  static final String PROPERTY = "brokerbench.images";

  /** Also the tag of those images. */
  static final String LOCAL = "local";

  private static final String SCHEME = "container:";

  private ContainerImage() {}

  public static String selector(String product) {
    return SCHEME + product;
  }

  public static boolean isMeant(String product, String selector) {
    String own = selector(product);
    return selector.equals(own) || selector.startsWith(own + "=") || selector.startsWith(own + "?");
  }

  /**
   * The image's name.
   *
   * @param pinned the one that is meant where the selector names none
   * @throws DefinitionException if the selector names an empty one
   */
  public static String of(String product, String pinned, String selector) {
    if (selector.equals(selector(product))) {
      return LOCAL.equals(System.getProperty(PROPERTY))
          ? "brokerbench/" + product + ":local"
          : pinned;
    }
    String image = selector.substring(selector(product).length() + 1);
    if (!RecipeImage.NAME.matcher(image).matches()) {
      throw new DefinitionException(
          "broker", selector(product) + "=IMAGE with the name of an image", selector);
    }
    return image;
  }

  /**
   * The name of an image, as it is.
   *
   * @param field that has it, for the message
   * @throws DefinitionException if it is none
   */
  public static String named(String field, String image) {
    if (!RecipeImage.NAME.matcher(image).matches()) {
      throw new DefinitionException(field, "the name of an image", image);
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
}
