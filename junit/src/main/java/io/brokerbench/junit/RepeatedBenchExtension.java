package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Repeats tests as {@link RepeatedBench} says. */
final class RepeatedBenchExtension implements TestTemplateInvocationContextProvider {

  private static final int MOST = 1_000;

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), RepeatedBench.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    int repetitions =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), RepeatedBench.class)
            .orElseThrow()
            .value();
    if (repetitions < 1 || repetitions > MOST) {
      throw new DefinitionException("@RepeatedBench", "between 1 and " + MOST, repetitions);
    }
    return IntStream.rangeClosed(1, repetitions).mapToObj(i -> new Repetition(i, repetitions));
  }

  private record Repetition(int number, int count) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocationIndex) {
      return "repetition " + number + " of " + count;
    }
  }
}
