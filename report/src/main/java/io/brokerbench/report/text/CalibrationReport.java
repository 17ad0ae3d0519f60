package io.brokerbench.report.text;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.Calibration.Ceiling;
import io.brokerbench.core.result.Calibration.Connections;
import io.brokerbench.core.result.Calibration.Floor;
import io.brokerbench.core.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A calibration as a block of text: the answer first, then what it is made of, then where it is.
 */
public final class CalibrationReport {

  private CalibrationReport() {}

  /**
   * The block, with a line feed at its end.
   *
   * @param stored file that it is kept in; empty if it could not be written
   */
  public static String of(Calibration calibration, Optional<String> stored) {
    List<String> lines = new ArrayList<>();
    Ceiling first = calibration.ceilings().get(0);
    lines.addAll(
        Paragraph.of(
            "",
            "This machine's generator carries %s msg/s per core, and measures latencies from %s"
                    .formatted(
                        Figures.rate(first.perSecondPerCore()),
                        Figures.latency(calibration.floor().endToEndP50Nanos()))
                + " up."));
    lines.add("");
    String label = "ceiling";
    for (Ceiling ceiling : calibration.ceilings()) {
      lines.addAll(Paragraph.labelled(label, ceiling(ceiling, calibration.lanes())));
      label = "";
    }
    lines.addAll(Paragraph.labelled("floor", floor(calibration.floor())));
    lines.addAll(Paragraph.labelled("connects", connects(calibration.connections())));
    lines.addAll(
        Paragraph.labelled(
            "memory",
            "%s KiB for each of %s idle connections"
                .formatted(
                    Figures.measured(calibration.connections().bytesPerConnection() / 1024.0),
                    Figures.count(calibration.connections().count()))));
    stored.ifPresent(
        file -> {
          lines.add(Paragraph.LABEL.formatted("stored") + file);
          lines.addAll(
              Paragraph.labelled("", "results of later runs here show how much of it they used"));
        });
    return String.join("\n", lines) + "\n";
  }

  /** What a run of the calibration came to, in a few words. */
  public static String step(String what, RunResult result) {
    if (result.scenario().topology().consumers() == 1) {
      return what;
    }
    String came =
        switch (result.verdict().status()) {
          case OK -> "{throughput.sent} sent, {throughput.received} received";
          case GENERATOR_LIMITED -> "generator limited";
          default -> "broker limited";
        };
    return what
        + new FigureText(result).fill(": " + came + ", {generator.cpuPerMessage} per message");
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
            Figures.rate(ceiling.perSecond()),
            Figures.count(ceiling.publishers()),
            Figures.count(ceiling.consumers()),
            Figures.measured(ceiling.cpuMicrosPerMessage()),
            Figures.counted(lanes, "lane"),
            limit);
  }

  private static String floor(Floor floor) {
    return "end-to-end p50 %s, p99 %s; service p50 %s, p99 %s; send delay p50 %s, p99 %s; at %s msg/s"
        .formatted(
            Figures.latency(floor.endToEndP50Nanos()),
            Figures.latency(floor.endToEndP99Nanos()),
            Figures.latency(floor.serviceP50Nanos()),
            Figures.latency(floor.serviceP99Nanos()),
            Figures.latency(floor.sendDelayP50Nanos()),
            Figures.latency(floor.sendDelayP99Nanos()),
            Figures.rate(floor.perSecond()));
  }

  private static String connects(Connections connections) {
    return "%s per second, %s us of CPU each; p50 %s, p99 %s; %s at once"
        .formatted(
            Figures.rate(connections.perSecond()),
            Figures.measured(connections.cpuMicrosPerConnect()),
            Figures.latency(connections.connectP50Nanos()),
            Figures.latency(connections.connectP99Nanos()),
            Figures.count(connections.count()));
  }
}
