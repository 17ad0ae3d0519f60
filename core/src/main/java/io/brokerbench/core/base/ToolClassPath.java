package io.brokerbench.core.base;

/**
 * The class path for child processes that run the tool's own classes.
 *
 * <p>It is that of this JVM, except in a distribution: there, the class path of this JVM names a
 * file descriptor, which children do not have, and the launch script gives theirs in the system
 * property {@value #PROPERTY}.
 */
public final class ToolClassPath {

  static final String PROPERTY = "brokerbench.class.path";

  private ToolClassPath() {}

  /** As an argument of {@code -cp}. */
  public static String forChildren() {
    return System.getProperty(PROPERTY, System.getProperty("java.class.path"));
  }
}
