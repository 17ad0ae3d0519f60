package io.brokerbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a class of tests leaves for CI servers. */
class FiguresXmlTest {

  @TempDir private Path results;

  @Test
  void aClassHasItsFiguresAndOutcomesInAnXmlOfItsOwn() {
    BrokerBenchTest.measured(BenchMeasuresTest.Reporting.class, results);
    assertThat(xmlOf(BenchMeasuresTest.Reporting.class))
        .content()
        .contains(
            "<testsuite name=\""
                + BenchMeasuresTest.Reporting.class.getName()
                + "\" tests=\"1\" failures=\"0\"",
            "<property name=\"messages.sent\" value=\"60\"/>")
        .containsPattern("<property name=\"(\\d+\\.)?verdict\" value=\"OK\"/>")
        .containsPattern(
            "\\[\\[ATTACHMENT\\|/.*/report\\.html]]\n\\[\\[ATTACHMENT\\|/.*/result\\.json]]");

    BrokerBenchTest.measured(BrokerBenchTest.Losing.class, results);
    assertThat(xmlOf(BrokerBenchTest.Losing.class))
        .content()
        .containsPattern("<failure message=\"FANIN\\.Q1\\.SINGLE on FaultyBroker 1 lost 8 of 60");

    BrokerBenchTest.run(BrokerBenchTest.TooSlow.class, results);
    assertThat(xmlOf(BrokerBenchTest.TooSlow.class))
        .content()
        .contains("skipped=\"1\"")
        .containsPattern(
            "<skipped message=\"FANIN\\.Q0\\.SINGLE on FaultyBroker 1: (GENERATOR|DISTURBED)");
  }

  private Path xmlOf(Class<?> tests) {
    return results.resolve(tests.getSimpleName()).resolve("TEST-" + tests.getName() + ".xml");
  }
}
