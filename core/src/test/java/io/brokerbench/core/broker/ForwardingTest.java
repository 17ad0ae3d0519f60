package io.brokerbench.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingTest {

  /** What is derived from the others, so that a decorator overrides it with them. */
  private static final List<String> DERIVED = List.of("endpoint");

  @ParameterizedTest
  @ValueSource(classes = {ForwardingBroker.class, ForwardingNode.class})
  void everyMethodIsPassedOn(Class<?> forwarding) {
    List<Method> all =
        Arrays.stream(forwarding.getInterfaces()[0].getDeclaredMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
            .filter(method -> !DERIVED.contains(method.getName()))
            .toList();
    assertThat(all)
        .isNotEmpty()
        .allSatisfy(
            method ->
                assertThat(
                        forwarding
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass())
                    .as(method.getName())
                    .isEqualTo(forwarding));
  }
}
