package io.brokerbench.experiment.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellMeasurement;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.store.ResultFolderException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the cells of a study that are missing, one after the other, and keeps each as soon as it
 * is finished. A broker that fails in one cell fails in that cell only.
 */
public final class StudyRunner {

  private static final Logger LOG = LoggerFactory.getLogger(StudyRunner.class);

  /**
   * How a study is run.
   *
   * @param retryFailed whether cells without figures and invalid ones are measured again
   * @param repeats how often at most a cell is measured again at once that the tool or other work
   *     held up; the last one is kept
   * @param clock for the dates of cells
   * @param conditions what else of the caller decides what is measured: cells that were measured
   *     under others are not the same; empty where there is nothing
   * @param devices what is kept of the size of the study, once it is known that the cells of its
   *     folder are the same; empty for nothing
   */
  public record Settings(
      boolean retryFailed, int repeats, Clock clock, String conditions, OptionalInt devices) {

    /** At the usual size of the study. */
    public Settings(boolean retryFailed, int repeats, Clock clock, String conditions) {
      this(retryFailed, repeats, clock, conditions, OptionalInt.empty());
    }
  }

  private final Study study;
  private final StudyFolder folder;
  private final CellRunner bench;
  private final StudyListener listener;
  private final Settings settings;
  private final Environment environment = new EnvironmentProbe().probe();
  private final Map<CellKey, StudyCell> cells = new LinkedHashMap<>();
  private final StopSwitch stop;
  private final Set<CellKey> finished = new HashSet<>();
  private final Map<CellKey, Boolean> supported = new HashMap<>();

  /**
   * A runner of the missing cells; nothing is measured yet.
   *
   * @param stop ends the cell that is under way, which is not kept then; no other begins
   */
  public StudyRunner(
      Study study,
      StudyFolder folder,
      CellRunner bench,
      StudyListener listener,
      Settings settings,
      StopSwitch stop) {
    this.study = study;
    this.folder = folder;
    this.bench = bench;
    this.listener = listener;
    this.settings = settings;
    this.stop = stop;
  }

  /**
   * Measures what is missing, and after that what is to be measured again.
   *
   * @return all cells that are finished, those of the matrix first and in its order
   * @throws DefinitionException if the folder has a cell of one of the study's rows, on whatever
   *     broker, that measured something else, or on another machine where one is to be measured
   *     here; or if a broker is of another version than it was in a cell
   * @throws ResultFolderException if a cell cannot be kept
   * @throws InterruptedException if interrupted; what is finished is kept
   */
  public List<StudyCell> run() throws ResultFolderException, InterruptedException {
    List<CellKey> all = study.cells();
    Map<CellKey, StudyCell> found = new LinkedHashMap<>();
    folder.cells().forEach(cell -> found.put(cell.key(), cell));
    // Those of other brokers too: they stand in the same tables.
    found.values().forEach(this::requireSameSettings);
    all.stream().filter(found::containsKey).forEach(key -> cells.put(key, found.get(key)));
    cells.putAll(found);
    if (all.stream().anyMatch(this::isMissing)) {
      found.values().forEach(this::requireSameMachine);
    }
    if (settings.devices().isPresent()) {
      folder.keepDevices(settings.devices().getAsInt());
    }
    List<CellKey> newOnesFirst =
        Stream.concat(
                all.stream().filter(key -> !found.containsKey(key)),
                all.stream().filter(found::containsKey))
            .toList();
    for (CellKey key : newOnesFirst) {
      if (stop.isStopped()) {
        break;
      }
      if (isMissing(key)) {
        measure(key, all);
      }
    }
    return sorted(all);
  }

  private List<StudyCell> sorted(List<CellKey> all) {
    Map<CellKey, StudyCell> sorted = new LinkedHashMap<>();
    all.stream().filter(cells::containsKey).forEach(key -> sorted.put(key, cells.get(key)));
    cells.forEach(sorted::putIfAbsent);
    return List.copyOf(sorted.values());
  }

  private boolean isMissing(CellKey key) {
    StudyCell cell = cells.get(key);
    return cell == null
        || (settings.retryFailed()
            && (!cell.wasMeasured() || cell.status() == StudyCell.Status.INVALID)
            && !finished.contains(key));
  }

  private boolean isSupported(CellKey key) {
    return supported.computeIfAbsent(
        key, each -> bench.supports(each, study.variant(each).orElseThrow().plan()));
  }

  private void requireSameSettings(StudyCell cell) {
    Optional<StudyVariant> row = study.variant(cell.key());
    if (row.isPresent() && !cell.plan().equals(checksum(row.get().plan(), settings.conditions()))) {
      throw new DefinitionException(
          "%s: \"%s\" was measured there with other settings; give the study another folder"
              .formatted(folder.path(), cell.key()));
    }
  }

  private void requireSameMachine(StudyCell cell) {
    Optional<StudyVariant> row = study.variant(cell.key());
    if (row.isPresent() && !machine(cell.environment()).equals(machine(environment))) {
      throw new DefinitionException(
          "%s: \"%s\" was measured there on %s, and this machine is %s; give the study another folder"
              .formatted(
                  folder.path(), cell.key(), machine(cell.environment()), machine(environment)));
    }
  }

  private static String machine(Environment environment) {
    return environment.cpuModel() + ", " + NumberText.counted(environment.cores(), "core");
  }

  /** A broker that was updated between two cells is another broker. */
  private void requireSameBroker(CellKey key, BrokerIdentity now) throws ResultFolderException {
    Optional<String> before =
        cells.values().stream()
            .filter(cell -> cell.broker().equals(key.broker()) && !cell.key().equals(key))
            .flatMap(cell -> cell.identity().stream())
            .filter(then -> isKnown(then) && isKnown(now))
            .map(BrokerIdentity::title)
            .filter(title -> !title.equals(now.title()))
            .findFirst();
    if (before.isPresent()) {
      folder.drop(key);
      throw new DefinitionException(
          "%s: %s was %s there, and is %s now; give the study another folder"
              .formatted(folder.path(), key.broker(), before.get(), now.title()));
    }
  }

  private static boolean isKnown(BrokerIdentity broker) {
    return !broker.version().equals(BrokerIdentity.UNKNOWN);
  }

  private void measure(CellKey key, List<CellKey> all)
      throws ResultFolderException, InterruptedException {
    CellPlan plan = study.variant(key).orElseThrow().plan();
    listener.begins(key, progress(all));
    Instant startedAt = settings.clock().instant();
    CellMeasurement measured = null;
    Unmeasured why = null;
    try {
      int repeats = 0;
      do {
        measured = null;
        startedAt = settings.clock().instant();
        measured = bench.measure(key, plan, folder.begin(key));
      } while (measured.heldUp() && repeats++ < settings.repeats() && !stop.isStopped());
    } catch (UnsupportedException e) {
      why = new Unmeasured(StudyCell.Status.UNSUPPORTED, e.getMessage());
    } catch (BrokerException | RunException | DefinitionException e) {
      why = Unmeasured.failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) { // a flaw of ours costs a cell, not the study
      LOG.error("{} ended unexpectedly", key, e);
      why = Unmeasured.failed("ended unexpectedly: " + e);
    } catch (InterruptedException e) {
      if (!stop.isStopped()) {
        folder.drop(key);
        throw e;
      }
    }
    if (stop.isStopped()) {
      // What was ended early is no cell.
      folder.drop(key);
      return;
    }
    if (measured != null) {
      requireSameBroker(key, measured.identity());
    }
    Duration took = Duration.between(startedAt, settings.clock().instant());
    StudyCell cell =
        cell(key, checksum(plan, settings.conditions()), startedAt, took, measured, why);
    folder.keep(cell);
    cells.put(key, cell);
    finished.add(key);
    listener.ends(cell, progress(all));
  }

  /**
   * Why a cell has no figures.
   *
   * @param reason one line
   */
  private record Unmeasured(StudyCell.Status status, String reason) {

    Unmeasured {
      reason = reason.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    static Unmeasured failed(String reason) {
      return new Unmeasured(StudyCell.Status.FAILED, reason);
    }
  }

  private StudyCell cell(
      CellKey key,
      String plan,
      Instant startedAt,
      Duration took,
      CellMeasurement measured,
      Unmeasured why) {
    boolean missed = measured == null;
    return new StudyCell(
        key.scenario(),
        key.variant(),
        key.broker(),
        key.repetition(),
        missed ? why.status() : measured.status(),
        missed ? why.status().name() : measured.remark(),
        missed ? why.reason() : measured.reason(),
        StudyFolder.named(key),
        missed ? List.of() : measured.runs(),
        missed ? Optional.empty() : Optional.of(measured.identity()),
        environment,
        startedAt,
        took.isNegative() ? Duration.ZERO : took,
        plan,
        missed ? Map.of() : measured.figures(),
        missed ? Map.of() : measured.series(),
        missed ? Optional.empty() : Optional.of(measured.lowerBounds()));
  }

  private StudyProgress progress(List<CellKey> all) {
    List<CellKey> missing = all.stream().filter(this::isMissing).toList();
    List<StudyCell> timed = cells.values().stream().filter(StudyCell::wasMeasured).toList();
    double longer = takenForPlanned(timed);
    double left = 0;
    for (CellKey key : missing.stream().filter(this::isSupported).toList()) {
      List<StudyCell> alike =
          timed.stream()
              .filter(c -> c.scenario().equals(key.scenario()) && c.variant().equals(key.variant()))
              .toList();
      left += alike.isEmpty() ? planned(key) * longer : seconds(alike);
    }
    return new StudyProgress(
        all.size() - missing.size(), all.size(), Duration.ofMillis(Math.round(left * 1e3)));
  }

  /** How many times as long as planned cells took; 1 as long as there is none. */
  private double takenForPlanned(List<StudyCell> timed) {
    double planned = 0;
    double taken = 0;
    for (StudyCell cell : timed) {
      if (study.variant(cell.key()).isPresent()) {
        planned += planned(cell.key());
        taken += cell.took().toMillis() / 1e3;
      }
    }
    return taken > 0 ? taken / planned : 1;
  }

  private double planned(CellKey key) {
    return study.variant(key).orElseThrow().plan().planned().toMillis() / 1e3;
  }

  private static double seconds(List<StudyCell> some) {
    return some.stream().mapToLong(c -> c.took().toMillis()).average().orElse(0) / 1e3;
  }

  /** Of all that decides what is measured. */
  static String checksum(CellPlan plan, String conditions) {
    try {
      CRC32 sum = new CRC32();
      sum.update(Json.mapper().writeValueAsString(plan).getBytes(StandardCharsets.UTF_8));
      sum.update(conditions.getBytes(StandardCharsets.UTF_8));
      return "%08x".formatted(sum.getValue());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan that cannot be written: " + e.getMessage(), e);
    }
  }
}
