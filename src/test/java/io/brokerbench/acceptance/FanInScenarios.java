package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.Main;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.fanin.FanInCatalog;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every built-in fan-in scenario, for a click in an IDE: run the class, or one of its invocations,
 * as JUnit test, or {@link #main} with a scenario's name. The report is printed; the results are
 * below {@code results}.
 *
 * <p>Not part of the build, which its name keeps it out of: it takes minutes. The embedded broker
 * has to have been built once: {@code mvn package -DskipTests}.
 */
class FanInScenarios {

  private static final String BROKER = "embedded:artemis";
  private static final String MAIN_JOB = "FANIN.Q1.PERSISTENT.SHARED";

  static Stream<String> names() {
    return new FanInCatalog().scenarios().stream().map(Scenario::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void runs(String scenario) {
    assertThat(Main.run("run", scenario, "--broker", BROKER)).isZero();
  }

  /** Runs the named scenario; {@value #MAIN_JOB} without a name. */
  public static void main(String... name) {
    System.exit(Main.run("run", name.length == 0 ? MAIN_JOB : name[0], "--broker", BROKER));
  }
}
