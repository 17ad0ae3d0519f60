package io.brokerbench.junit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.junit.xml.FiguresXml;
import io.brokerbench.report.file.JunitXml.CaseStatus;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Makes the parameters of tests with {@link BrokerBench}. Brokers, and the figures of the tests,
 * are kept in the store of the outermost test class, which closes them when that class is done,
 * however its tests ended.
 */
final class BrokerBenchExtension implements ParameterResolver, TestWatcher {

  /** Configuration parameter: the broker of tests that do not name one. */
  static final String BROKER = "brokerbench.broker";

  /** Configuration parameter: the folder for results. */
  static final String RESULTS = "brokerbench.results";

  private static final String USUAL_BROKER = "embedded";
  private static final String USUAL_RESULTS = "target/brokerbench";
  private static final Set<Class<?>> TYPES = Set.of(Bench.class, Broker.class, BenchResults.class);
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(BrokerBenchExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    BenchContext place = place(context);
    Class<?> type = parameter.getParameter().getType();
    if (type == BenchResults.class) {
      return place.results();
    }
    return type == Broker.class ? place.brokers().plain(place.selector()) : new Bench(place);
  }

  private static BenchContext place(ExtensionContext context) {
    BrokerBench annotation = annotation(context);
    String selector =
        annotation.broker().isEmpty()
            ? context.getConfigurationParameter(BROKER).orElse(USUAL_BROKER)
            : annotation.broker();
    ExtensionContext outermost = outermostClass(context);
    Path folder =
        Path.of(context.getConfigurationParameter(RESULTS).orElse(USUAL_RESULTS))
            .resolve(outermost.getRequiredTestClass().getSimpleName());
    FiguresXml figures =
        outermost
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                FiguresXml.class,
                key -> new FiguresXml(folder, outermost.getRequiredTestClass().getName()),
                FiguresXml.class);
    figures.begin(context.getUniqueId(), context.getDisplayName());
    SharedBrokers brokers =
        outermost
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                SharedBrokers.class, key -> new SharedBrokers(folder), SharedBrokers.class);
    return new BenchContext(
        selector,
        annotation.driver(),
        brokers,
        results(context),
        folder,
        entries -> {
          context.publishReportEntry(entries);
          figures.add(context.getUniqueId(), entries);
        });
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    ended(context, CaseStatus.PASSED, Optional.empty());
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    ended(context, CaseStatus.SKIPPED, Optional.ofNullable(cause));
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    ended(context, CaseStatus.FAILED, Optional.ofNullable(cause));
  }

  private static void ended(
      ExtensionContext context, CaseStatus outcome, Optional<Throwable> cause) {
    FiguresXml figures =
        outermostClass(context).getStore(NAMESPACE).get(FiguresXml.class, FiguresXml.class);
    if (figures != null) {
      figures.ended(context.getUniqueId(), outcome, cause);
    }
  }

  /** That of the method comes before that of its class, and that before those around it. */
  private static BrokerBench annotation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), BrokerBench.class)
        .or(
            () ->
                AnnotationSupport.findAnnotation(
                    context.getRequiredTestClass(),
                    BrokerBench.class,
                    context.getEnclosingTestClasses()))
        .orElseThrow(
            () ->
                new ExtensionConfigurationException(
                    "@BrokerBench is on neither the test nor its class, which says the broker"));
  }

  /** Repetitions share theirs; other tests have their own. */
  private static BenchResults results(ExtensionContext context) {
    ExtensionContext owner =
        AnnotationSupport.isAnnotated(context.getTestMethod(), RepeatedBench.class)
            ? context.getParent().filter(p -> p.getTestMethod().isPresent()).orElse(context)
            : context;
    return owner
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(owner.getUniqueId(), key -> new BenchResults(), BenchResults.class);
  }

  private static ExtensionContext outermostClass(ExtensionContext context) {
    ExtensionContext outermost = context;
    while (outermost.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
      outermost = outermost.getParent().orElseThrow();
    }
    return outermost;
  }
}
