package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.result.AgentUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each agent on another machine has to do with a run, and had. */
public final class AgentsText {

  /** More than these fill the screen, and are in the document. */
  private static final int MOST = 16;

  private AgentsText() {}

  /** By name, in the order of the document; those beyond the first few are counted. */
  static Map<String, String> of(List<AgentUsage> agents) {
    Map<String, String> texts = new LinkedHashMap<>();
    agents.stream().limit(MOST).forEach(agent -> texts.put(agent.name(), of(agent)));
    if (agents.size() > MOST) {
      texts.put("", NumberText.count(agents.size() - MOST) + " more are in the document");
    }
    return texts;
  }

  /** {@code a 2 500/s, 10 connected} of each, the slowest first, as that is the one to look at. */
  public static List<String> standing(List<AgentProgress> agents) {
    return agents.stream()
        .sorted(Comparator.comparingDouble(AgentsText::busy))
        .map(
            agent ->
                "%s %s/s, %s connected"
                    .formatted(
                        agent.name(),
                        NumberText.rate(busy(agent)),
                        NumberText.count(agent.connected())))
        .toList();
  }

  private static double busy(AgentProgress agent) {
    return agent.sentPerSecond() + agent.receivedPerSecond();
  }

  private static String of(AgentUsage agent) {
    List<String> parts = new ArrayList<>();
    parts.add(
        "%s, %s on %s"
            .formatted(
                NumberText.counted(agent.publishers(), "publisher"),
                NumberText.counted(agent.consumers(), "consumer"),
                agent.host()));
    if (!agent.reported()) {
      parts.add("ended before it reported its counts");
      return String.join(", ", parts);
    }
    agent
        .cpuPercentOfCore()
        .ifPresent(cpu -> parts.add(NumberText.measured(cpu / 100) + " of a core"));
    agent
        .pacingP99Nanos()
        .ifPresent(late -> parts.add("send loop late by p99 " + NumberText.latency(late)));
    parts.add("clock known to within " + NumberText.latency(agent.clockErrorNanos()));
    return String.join(", ", parts);
  }
}
