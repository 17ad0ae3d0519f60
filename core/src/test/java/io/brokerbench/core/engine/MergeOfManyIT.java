package io.brokerbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The results of 200 agents are merged in a small heap, and fast. */
@Tag("release")
class MergeOfManyIT {

  private static final long MOST_MILLIS = 10_000;

  @Test
  void twoHundredAgentsAreMergedWithinTenSecondsAndHalfAGigabyte() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx400m",
                "-cp",
                System.getProperty("java.class.path"),
                MergeOfMany.class.getName(),
                "200")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    String[] words = text.split(" ", -1);
    assertThat(words[2]).isEqualTo("200");
    assertThat(Long.parseLong(words[0])).as("milliseconds").isLessThan(MOST_MILLIS);
    assertThat(Long.parseLong(words[1])).as("resident KB").isLessThan(512 * 1024);
  }
}
