package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Calibration.Ceiling;
import io.brokerbench.core.result.Calibration.ConnectionCost;
import io.brokerbench.core.result.Calibration.Floor;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A calibration as a block of text: the answer first, then what it is made of, then where it is.
 */
public final class CalibrationReport {

  private CalibrationReport() {}

  /**
   * The block, with a line feed at its end.
   *
   * @param stored file that later runs read it from; empty if it could not be written
   * @param results folder that holds it with its page; empty if it could not be written
   */
  public static String of(
      Calibration calibration, Optional<String> stored, Optional<String> results) {
    List<String> lines = new ArrayList<>(Paragraph.of("", answer(calibration)));
    lines.add("");
    figures(calibration).forEach((label, texts) -> add(lines, label, texts));
    stored.ifPresent(
        file -> {
          lines.add(Paragraph.LABEL.formatted("stored") + file);
          lines.addAll(
              Paragraph.labelled("", "results of later runs here show how much of it they used"));
        });
    results.ifPresent(folder -> lines.add(Paragraph.LABEL.formatted("results") + folder));
    return String.join("\n", lines) + "\n";
  }

  /** What it comes to, as a sentence. */
  public static String answer(Calibration calibration) {
    return "This machine's generator carries %s msg/s per core, and measures latencies from %s up."
        .formatted(
            NumberText.rate(calibration.ceilings().get(0).perSecondPerCore()),
            NumberText.latency(calibration.floor().endToEndP50Nanos()));
  }

  /** What it is made of: texts by their label. */
  public static Map<String, List<String>> figures(Calibration calibration) {
    Map<String, List<String>> figures = new LinkedHashMap<>();
    figures.put(
        "ceiling",
        calibration.ceilings().stream().map(each -> ceiling(each, calibration.lanes())).toList());
    figures.put("floor", List.of(floor(calibration.floor())));
    figures.put("connects", List.of(connects(calibration.connections())));
    figures.put(
        "memory",
        List.of(
            "%s KiB for each of %s idle connections"
                .formatted(
                    NumberText.measured(calibration.connections().bytesPerConnection() / 1024.0),
                    NumberText.count(calibration.connections().count()))));
    return figures;
  }

  private static void add(List<String> lines, String label, List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      lines.addAll(Paragraph.labelled(i == 0 ? label : "", texts.get(i)));
    }
  }

  /** What a run of the calibration came to, in a few words. */
  public static String step(String what, RunResult result) {
    if (result.scenario().topology().consumers() == 1) {
      return what;
    }
    String cost = new FigureText(result).fill("{generator.cpuPerMessage} per message");
    return "%s: %s, %s".formatted(what, came(result), cost);
  }

  private static String came(RunResult result) {
    return switch (result.verdict().status()) {
      case OK ->
          "%s/s sent, %s/s received"
              .formatted(
                  NumberText.rate(result.throughput().sentPerSecond()),
                  NumberText.rate(result.throughput().receivedPerSecond()));
      case GENERATOR_LIMITED -> "generator limited";
      default -> "broker limited";
    };
  }

  private static String ceiling(Ceiling ceiling, int lanes) {
    String limit =
        switch (ceiling.limitedBy()) {
          case GENERATOR -> "the generator was the limit";
          case BROKER -> "the null broker was the limit";
          case NONE -> "no limit was met";
        };
    return "%s msg/s from %s publishers to %s consumers, %s us of CPU each, on %s; %s"
        .formatted(
            NumberText.rate(ceiling.perSecond()),
            NumberText.count(ceiling.publishers()),
            NumberText.count(ceiling.consumers()),
            NumberText.measured(ceiling.cpuMicrosPerMessage()),
            NumberText.counted(lanes, "lane"),
            limit);
  }

  private static String floor(Floor floor) {
    return "end-to-end p50 %s, p99 %s; service p50 %s, p99 %s; send delay p50 %s, p99 %s; at %s msg/s"
        .formatted(
            NumberText.latency(floor.endToEndP50Nanos()),
            NumberText.latency(floor.endToEndP99Nanos()),
            NumberText.latency(floor.serviceP50Nanos()),
            NumberText.latency(floor.serviceP99Nanos()),
            NumberText.latency(floor.sendDelayP50Nanos()),
            NumberText.latency(floor.sendDelayP99Nanos()),
            NumberText.rate(floor.perSecond()));
  }

  private static String connects(ConnectionCost connections) {
    return "%s per second, %s us of CPU each; p50 %s, p99 %s; %s at once"
        .formatted(
            NumberText.rate(connections.perSecond()),
            NumberText.measured(connections.cpuMicrosPerConnect()),
            NumberText.latency(connections.connectP50Nanos()),
            NumberText.latency(connections.connectP99Nanos()),
            NumberText.count(connections.count()));
  }
}
