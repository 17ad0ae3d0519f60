package io.brokerbench.experiment.metric;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SustainProfile;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What some repetitions were measured on.
 *
 * @param kind kind of the documents that hold the repetitions
 * @param source where they were read
 * @param scenario what was run; absent for JMH and groups
 * @param broker which broker it was; absent for JMH
 * @param driver what made the load; absent for JMH
 * @param environment the machine's fingerprint; absent where the documents do not say
 * @param repetitions repetitions that count
 * @param leftOut those that do not, and why
 * @param reference what the figures are multiples of; absent for figures as they were measured
 * @param groups the groups of clients that were run at the same time, where there were several
 * @param criterion what a rate had to keep to count as sustained; absent for all but searches
 */
@RecordBuilder
public record MeasurementContext(
    Kind kind,
    String source,
    Optional<Scenario> scenario,
    Optional<BrokerIdentity> broker,
    Optional<DriverInfo> driver,
    Optional<Environment> environment,
    int repetitions,
    List<String> leftOut,
    Optional<String> reference,
    Optional<List<ClientGroup>> groups,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<SustainProfile> criterion)
    implements MeasurementContextBuilder.With {

  /** Kinds of documents. */
  public enum Kind {
    /** {@code brokerbench.run/1}. */
    RUN,
    /** {@code brokerbench.search/1}. */
    SEARCH,
    /** JMH's JSON. */
    JMH,
    /** {@code brokerbench.groups/1}. */
    GROUPS
  }

  /** Copies the list. */
  public MeasurementContext {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(reference, "reference");
    leftOut = List.copyOf(leftOut);
    groups = groups.map(List::copyOf);
    criterion = criterion == null ? Optional.empty() : criterion;
  }

  /** Of one run. */
  public static MeasurementContext of(RunResult run, String source) {
    return new MeasurementContext(
        Kind.RUN,
        source,
        Optional.of(run.scenario()),
        Optional.of(run.broker()),
        Optional.of(run.driver()),
        Optional.of(run.environment()),
        1,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Of one run of groups, whose broker, driver and machine are the same. */
  public static MeasurementContext of(GroupsResult result, String source) {
    RunResult any = result.groups().get(0).run();
    return new MeasurementContext(
        Kind.GROUPS,
        source,
        Optional.empty(),
        Optional.of(any.broker()),
        Optional.of(any.driver()),
        Optional.of(any.environment()),
        1,
        List.of(),
        Optional.empty(),
        Optional.of(
            result.groups().stream()
                .map(run -> new ClientGroup(run.name(), run.start(), run.run().scenario()))
                .toList()),
        Optional.empty());
  }

  /** Of one search. */
  public static MeasurementContext of(SearchResult search, String source) {
    return new MeasurementContext(
        Kind.SEARCH,
        source,
        Optional.of(search.scenario()),
        Optional.of(search.broker()),
        Optional.of(search.driver()),
        Optional.of(search.environment()),
        1,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(search.profile()));
  }

  /** Product and version, where there is one, where it was read, and what it is a multiple of. */
  public String title() {
    String name = broker.map(b -> b.title() + " (" + source + ")").orElse(source);
    return reference.map(other -> name + " relative to " + other).orElse(name);
  }

  /** The same measured elsewhere. */
  public MeasurementContext withEnvironment(Environment other) {
    return withEnvironment(Optional.of(other));
  }

  /** The same as multiples: the machine is not in the figures any more. */
  MeasurementContext relativeTo(String other) {
    return withEnvironment(Optional.empty()).withReference(Optional.of(other));
  }

  /** The same of other repetitions. */
  public MeasurementContext repeated(int times, List<String> others, String other) {
    return withSource(other).withRepetitions(times).withLeftOut(others);
  }
}
