package io.brokerbench.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {

  private final RunResult result = new ExampleResult().build();

  @Test
  void theReaderFindsEachDistributionUnderItsTag() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    HistogramLog.write(result, log);

    Map<String, Histogram> byTag = new HashMap<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.toByteArray()));
    EncodableHistogram next;
    while ((next = reader.nextIntervalHistogram()) != null) {
      byTag.put(next.getTag(), (Histogram) next);
    }

    assertThat(byTag)
        .containsOnlyKeys(
            "endToEnd", "service", "sendDelay", "acknowledge", "connect", "subscribe");
    assertThat(byTag.get("endToEnd")).isEqualTo(result.latency().endToEnd().toHistogram());
    assertThat(reader.getStartTimeSec()).isEqualTo(result.startedAt().toEpochMilli() / 1e3);
  }

  @Test
  void thePublicProcessorReadsIt(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("latency.hlog");
    try (OutputStream out = Files.newOutputStream(log)) {
      HistogramLog.write(result, out);
    }
    Path table = folder.resolve("table");

    Thread processor =
        new HistogramLogProcessor(
            new String[] {"-i", log.toString(), "-tag", "endToEnd", "-o", table.toString()});
    processor.start();
    processor.join();

    assertThat(Files.readString(Path.of(table + ".hgrm"), StandardCharsets.UTF_8))
        .contains("Total count    =        10000");
  }
}
