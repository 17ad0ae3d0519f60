package io.brokerbench.containers.product;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a product as the tag of its image says it.
 *
 * <p>A tag that is no version means a current one, later than all others: {@code latest}, a name, a
 * date, or {@code unknown}, which stands for an image without a tag or with a digest alone. Who
 * uses an old release by its digest puts the tag in front: {@code rabbitmq:3.12.14@sha256:...}.
 *
 * @param major its first number
 * @param minor its second number; the greatest where the tag has none, as {@code 5} is the newest 5
 */
record ImageVersion(int major, int minor) {

  private static final Pattern VERSION =
      Pattern.compile("v?(?<major>\\d{1,4})(\\.(?<minor>\\d{1,4}))?(?!\\w)");

  private static final ImageVersion CURRENT =
      new ImageVersion(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** That of a tag. */
  static ImageVersion of(String tag) {
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
  boolean isAssumed() {
    return equals(CURRENT);
  }

  boolean isBefore(int otherMajor, int otherMinor) {
    return major < otherMajor || (major == otherMajor && minor < otherMinor);
  }
}
