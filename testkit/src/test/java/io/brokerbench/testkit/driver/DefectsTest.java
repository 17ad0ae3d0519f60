package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.scenario.Protocol;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The kit finds what is wrong with a driver. */
@Tag("release")
class DefectsTest {

  private static Defect builtIn = Defect.NONE;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void theKitFinds(Defect defect) {
    builtIn = defect;
    TestExecutionSummary summary = run(defect.foundBy());
    assertThat(summary.getTestsFoundCount()).isPositive();
    assertThat(summary.getTestsFailedCount()).as("tests that found it").isPositive();
  }

  private static TestExecutionSummary run(String testName) {
    Class<?> part = ClientDriverKit.class;
    Optional<Method> method = Optional.empty();
    while (method.isEmpty() && part != null) {
      part = part.getSuperclass();
      method =
          Arrays.stream(part.getDeclaredMethods())
              .filter(m -> m.getName().equals(testName))
              .findFirst();
    }
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectMethod(DefectiveDriver.class, method.orElseThrow()))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }

  static class DefectiveDriver extends ClientDriverKit {

    @Override
    protected Duration patience() {
      return Duration.ofMillis(300);
    }

    @Override
    protected ClientDriverProvider provider() {
      return new PlainDriverProvider(builtIn, EnumSet.of(Protocol.MQTT_5));
    }
  }
}
