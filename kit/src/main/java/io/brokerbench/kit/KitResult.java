package io.brokerbench.kit;

import io.brokerbench.core.base.DocumentCodec;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the compatibility kit has shown of one broker: the document {@code brokerbench.kit/1}.
 *
 * @param schema name and version of this form
 * @param selector of the broker, without its options
 * @param image of its container; absent for a broker without one
 * @param product that it says it is
 * @param version that it says it is
 * @param checkedAt when, wall-clock time
 * @param deviations that were excused
 * @param rows one for each check, in their order
 */
public record KitResult(
    String schema,
    String selector,
    Optional<String> image,
    String product,
    String version,
    Instant checkedAt,
    List<Deviation> deviations,
    List<KitRow> rows) {

  /** Name and version of this form. */
  public static final String SCHEMA = "brokerbench.kit/1";

  /** Writes and reads it. */
  public static final DocumentCodec<KitResult> CODEC = new DocumentCodec<>(KitResult.class, SCHEMA);

  /** Copies the lists. */
  public KitResult {
    deviations = List.copyOf(deviations);
    rows = List.copyOf(rows);
  }

  /** Whether each check passed. */
  public boolean allHold() {
    return rows.stream().allMatch(KitRow::holds);
  }

  /** What it claims, as far as each check of the claim passed. */
  public Set<Capability> shown() {
    Set<Capability> shown = claimed();
    shown.removeAll(broken());
    return shown;
  }

  /** What it claims. */
  public Set<Capability> claimed() {
    Set<Capability> claimed = EnumSet.noneOf(Capability.class);
    rows.forEach(row -> row.claim().ifPresent(claimed::add));
    return claimed;
  }

  /** What it claims and does not do. */
  public Set<Capability> broken() {
    Set<Capability> broken = EnumSet.noneOf(Capability.class);
    rows.stream().filter(row -> !row.holds()).forEach(row -> row.claim().ifPresent(broken::add));
    return broken;
  }
}
