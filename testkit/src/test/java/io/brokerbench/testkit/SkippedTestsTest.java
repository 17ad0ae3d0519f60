package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;

  @Test
  void eachMissingProgramIsNamedOnceWithTheTestsThatLackIt() throws Exception {
    report("core/target/surefire-reports", RequiredProgram.MOSQUITTO.reason(), "claims sharing");
    report(
        "src/test/target/failsafe-reports",
        RequiredProgram.MOSQUITTO.reason(),
        RequiredProgram.NFT.reason());

    Map<String, Integer> missing = SkippedTests.missing(folder, START);

    assertThat(printed(missing))
        .isEqualTo(
            """
            Tests were skipped because a program is not installed:
              2: mosquitto is not installed (apt-get install mosquitto)
              1: nft is not installed (apt-get install nftables)
            """);
  }

  @Test
  void reportsOfAnEarlierBuildDoNotCount() throws Exception {
    Path old = report("core/target/surefire-reports", RequiredProgram.MOSQUITTO.reason());
    assertThat(old.toFile().setLastModified(START.minusSeconds(1).toEpochMilli())).isTrue();

    assertThat(SkippedTests.missing(folder, START)).isEmpty();
  }

  @Test
  void nothingIsPrintedWhereNothingIsMissing() throws Exception {
    report("core/target/surefire-reports", "claims sharing");

    assertThat(printed(SkippedTests.missing(folder, START))).isEmpty();
  }

  private static String printed(Map<String, Integer> missing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SkippedTests.print(missing, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Path report(String where, String... reasons) throws IOException {
    StringBuilder xml = new StringBuilder("<testsuite name=\"a\">");
    for (String reason : reasons) {
      xml.append("<testcase name=\"t\"><skipped message=\"")
          .append(reason)
          .append("\"/></testcase>");
    }
    Path file = folder.resolve(where).resolve("TEST-a.xml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, xml.append("</testsuite>"));
  }
}
