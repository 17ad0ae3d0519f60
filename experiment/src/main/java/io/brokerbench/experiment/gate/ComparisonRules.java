package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a comparison may be given: what would be accepted and change nothing is refused.
 *
 * @param scenario that both sides run
 * @param measured whether the baseline is measured now, rather than stored
 * @param searches whether a search follows each run
 */
public record ComparisonRules(Scenario scenario, boolean measured, boolean searches) {

  private static final String RECEIVED = "throughput.received";
  private static final String ACKNOWLEDGE = "latency.acknowledge.";
  private static final Set<String> OF_ALL_TIME =
      Set.of("broker.cpu", "broker.cpuOfSystem", "broker.cpuTime");
  private static final String OF_BOTH_SIDES = "generator.cpu";

  private static final String NO_CPU =
      "none of CPU but broker.cpuPerMessage, as the load is on in turns, and the generator's is for"
          + " both sides";

  /**
   * Checks a plan and its tolerances.
   *
   * @throws DefinitionException if there is a load share and the load cannot be limited, if a
   *     tolerance is of a figure that these runs do not have, if it is beyond its limits, or if a
   *     threshold is of the CPU of all time or of both sides, and the load is on and off
   */
  public void require(AbPlan plan, Tolerances tolerances) {
    plan.loadShare()
        .ifPresent(share -> whyNoLoadShare().ifPresent(why -> refuse("loadShare", why, share)));
    if (measured && !searches && RoundDesign.isSliceable(scenario)) {
      ThresholdCheck.of(scenario).stream()
          .filter(check -> isOfMoreThanTheLoad(check.figure().path()))
          .findFirst()
          .ifPresent(check -> refuse("thresholds", NO_CPU, check.threshold()));
    }
    for (Figure figure : FigureCatalogue.comparable()) {
      Optional<String> why = whyNeverCompared(figure);
      if (why.isEmpty()) {
        tolerances.applied(figure);
      } else if (tolerances.uses(figure)) {
        refuse("tolerance", why.get(), figure.path());
      }
    }
  }

  private static boolean isOfMoreThanTheLoad(String path) {
    return OF_ALL_TIME.contains(path) || path.startsWith(OF_BOTH_SIDES);
  }

  /**
   * Checks the tolerances of groups of clients: that they are within their limits, and that each is
   * of a figure that its group has, or, without a group's name, some group.
   *
   * @throws DefinitionException if one is not
   */
  public static void require(List<ClientGroup> groups, Tolerances tolerances) {
    for (Figure figure : FigureCatalogue.comparable()) {
      Optional<String> why = Optional.empty();
      int having = 0;
      for (ClientGroup group : groups) {
        Figure own = figure.ofGroup(group.name());
        Optional<String> whyNot = whyNeverOfGroup(figure, group);
        if (whyNot.isEmpty()) {
          having++;
          tolerances.applied(own);
        } else if (tolerances.names(own)) {
          throw new DefinitionException("tolerance", whyNot.get(), own.path());
        } else {
          why = whyNot;
        }
      }
      if (having == 0 && tolerances.uses(figure)) {
        throw new DefinitionException("tolerance", why.orElseThrow(), figure.path());
      }
    }
  }

  private static Optional<String> whyNeverOfGroup(Figure figure, ClientGroup group) {
    boolean found =
        figure.equals(FigureCatalogue.CAPACITY) || figure.equals(FigureCatalogue.SUSTAINABLE);
    return found
        ? Optional.of("not with groups, whose runs do not find it")
        : new ComparisonRules(group.scenario(), true, false).whyNeverCompared(figure);
  }

  private static void refuse(String field, String why, Object value) {
    throw DefinitionException.naming(field, why, value, "search");
  }

  /** Whether the load may be limited to a share of what the baseline carries. */
  public boolean allowLoadShare() {
    return whyNoLoadShare().isEmpty();
  }

  private Optional<String> whyNoLoadShare() {
    if (!measured) {
      return Optional.of("only with a baseline that is measured");
    }
    if (searches) {
      return Optional.of("not with %s, which finds what both carry");
    }
    return RoundDesign.rehearsal(scenario).isEmpty()
        ? Optional.of("only with an even open load of QoS 1 or 2, without faults")
        : Optional.empty();
  }

  private Optional<String> whyNeverCompared(Figure figure) {
    boolean acknowledged = scenario.workload().qos() != Qos.AT_MOST_ONCE;
    String why = "";
    if (!searches && figure.equals(FigureCatalogue.SUSTAINABLE)) {
      why = "only with %s";
    } else if (searches && figure.path().equals(RECEIVED)) {
      why = "not with %s, which compares " + FigureCatalogue.SUSTAINABLE.path();
    } else if (figure.equals(FigureCatalogue.CAPACITY) && !allowLoadShare()) {
      why = "only with an even open load of QoS 1 or 2 on both sides, and not with %s";
    } else if (figure.ofConnecting() && !scenario.connectsOnly()) {
      why = "only where clients do nothing but connect";
    } else if (figure.path().startsWith(ACKNOWLEDGE) && !acknowledged) {
      why = "only with QoS 1 and 2, which acknowledge messages";
    }
    return Optional.of(why).filter(text -> !text.isEmpty());
  }
}
