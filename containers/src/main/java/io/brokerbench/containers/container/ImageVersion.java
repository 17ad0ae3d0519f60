package io.brokerbench.containers.container;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a product as the tag of its image says it.
 *
 * <p>A tag that is no version means a current one, later than all others: {@code latest}, a name, a
 * date, or {@code unknown}, which stands for an image without a tag or with a digest alone. Who
 * uses an old release by its digest puts the tag in front: {@code product:3.12.14@sha256:...}. An
 * image that {@code scripts/build-images} has built of the packages of a stable distribution,
 * {@code brokerbench/PRODUCT:local}, is of a release that is earlier than all others.
 *
 * @param major its first number
 * @param minor its second number; the greatest where the tag has none, as {@code 5} is the newest 5
 */
public record ImageVersion(int major, int minor) {

  private static final Pattern VERSION =
      Pattern.compile("v?(?<major>\\d{1,4})(\\.(?<minor>\\d{1,4}))?(?!\\w)");

  private static final ImageVersion CURRENT =
      new ImageVersion(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** That of an image. */
  public static ImageVersion ofImage(String image) {
    return image.matches("brokerbench/[^/]+:" + ContainerImage.LOCAL)
        ? new ImageVersion(0, 0)
        : of(ContainerImage.tag(image));
  }

  /** That of a tag. */
  public static ImageVersion of(String tag) {
    Matcher version = VERSION.matcher(tag);
    if (!version.lookingAt()) {
      return CURRENT;
    }
    String minor = version.group("minor");
    return new ImageVersion(
        Integer.parseInt(version.group("major")),
        minor == null ? Integer.MAX_VALUE : Integer.parseInt(minor));
  }

  /** Whether the tag is no version. */
  public boolean isAssumed() {
    return equals(CURRENT);
  }

  /** Whether it is of an earlier release. */
  public boolean isBefore(ImageVersion other) {
    return major < other.major || (major == other.major && minor < other.minor);
  }
}
