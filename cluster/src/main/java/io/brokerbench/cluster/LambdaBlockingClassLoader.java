package io.brokerbench.cluster;

import java.io.ObjectInputFilter;

/**
 * Prevents members from running code that another one sends, beyond {@link RemoteCall}.
 *
 * <p>Infinispan carries out functions that members send each other, lambdas among them: such a one
 * names a class of this JVM, and a lambda in it. This class loader has no class for a lambda's
 * name. Java's serialisation, in which JGroups would read objects, is refused for the whole JVM.
 */
final class LambdaBlockingClassLoader extends ClassLoader {

  private static final String LAMBDAS =
      "org.infinispan.marshall.protostream.impl.MarshallableLambda";
  private static final StackWalker STACK = StackWalker.getInstance();

  LambdaBlockingClassLoader(ClassLoader parent) {
    super(parent);
  }

  /** Sets this JVM's filter, which can be done once: another one that is set already stays. */
  static synchronized void acceptNone() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.REJECTED);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean ofLambda =
        STACK.walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(LAMBDAS)));
    if (ofLambda) {
      throw new ClassNotFoundException("members accept no code from each other: " + name);
    }
    return super.loadClass(name, resolve);
  }
}
