package io.brokerbench.cluster;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.infinispan.manager.EmbeddedCacheManager;

/**
 * The one function that members execute for each other: it hands a text to the member that it
 * arrives at, and brings its answer back. Only the text travels, as {@link RemoteCallSchema} says;
 * the code is what each member has installed.
 *
 * @param text a {@link Request} as JSON
 */
record RemoteCall(String text) implements Function<EmbeddedCacheManager, String> {

  /** What members of this JVM answer with, by their names. */
  private static final ConcurrentMap<String, UnaryOperator<String>> ANSWERS =
      new ConcurrentHashMap<>();

  RemoteCall {
    Objects.requireNonNull(text, "text");
  }

  /** From now on a member of this JVM answers so. */
  static void answer(String node, UnaryOperator<String> with) {
    ANSWERS.put(node, with);
  }

  /** The member is gone. */
  static void forget(String node) {
    ANSWERS.remove(node);
  }

  @Override
  public String apply(EmbeddedCacheManager member) {
    String node = member.getCacheManagerConfiguration().transport().nodeName();
    UnaryOperator<String> answer = ANSWERS.get(node);
    if (answer == null) {
      throw new IllegalStateException(node + " accepts no more calls");
    }
    return answer.apply(text);
  }
}
