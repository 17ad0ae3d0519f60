package io.brokerbench.experiment.study;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellMeasurement;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Measures nothing: the figures of a cell are a function of its key. */
final class StubCellRunner implements CellRunner {

  private final List<CellKey> measured = new ArrayList<>();
  private final Set<String> broken;
  private final long millis;
  private int heldUp;
  private String version = "1";

  /**
   * @param broken brokers that do not start
   * @param millis that a cell takes
   */
  StubCellRunner(Set<String> broken, long millis) {
    this.broken = broken;
    this.millis = millis;
  }

  /** The first cells that are measured are held up. */
  StubCellRunner heldUpFirst(int count) {
    heldUp = count;
    return this;
  }

  /** The broker says that it is of this version. */
  StubCellRunner ofVersion(String other) {
    version = other;
    return this;
  }

  List<CellKey> measured() {
    return measured;
  }

  @Override
  public CellMeasurement measure(CellKey key, CellPlan plan, Path folder)
      throws BrokerException, InterruptedException {
    measured.add(key);
    try {
      Files.writeString(folder.resolve("run.json"), "{}");
      Thread.sleep(millis / 2);
      Files.writeString(folder.resolve("probe.json"), "{}");
      Thread.sleep(millis - millis / 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (broken.contains(key.broker())) {
      throw new BrokerException(key.broker() + " did not start:\n no such thing");
    }
    Random random = new Random(key.toString().hashCode());
    boolean held = heldUp-- > 0;
    return new CellMeasurement(
        held ? StudyCell.Status.INVALID : StudyCell.Status.MEASURED,
        held ? "DISTURBED" : "",
        held ? "other work" : "",
        held,
        new BrokerIdentity("Stub", version, Origin.PROCESS, key.broker()),
        List.of("run.json", "probe.json"),
        Map.of("throughput.received", 1_000 + random.nextInt(1_000) / 7.0),
        Map.of(
            "latencyMillis",
            random.doubles(20).boxed().toList(),
            "cpuPercentOfCore",
            random.doubles(20).boxed().toList()),
        List.of());
  }
}
