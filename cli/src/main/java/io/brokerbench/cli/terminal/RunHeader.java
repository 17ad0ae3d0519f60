package io.brokerbench.cli.terminal;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.report.text.Paragraph;
import io.brokerbench.report.text.ScenarioText;
import java.util.ArrayList;
import java.util.List;

/** What a person sees before the load begins: which broker it is, and what is going to happen. */
public final class RunHeader {

  private RunHeader() {}

  /** That a broker is about to be started. */
  public static String starting(String what) {
    return Paragraph.LABEL.formatted("starting") + what + " ...";
  }

  /** What a user must know of that broker. */
  public static String trap(String sentence) {
    return Paragraph.LABEL.formatted("trap") + sentence;
  }

  /** What is going to be run. */
  public static List<String> scenario(Scenario scenario) {
    return ScenarioText.lines(Paragraph.LABEL.formatted("scenario"), scenario);
  }

  /** Product, version, origin, process and address. */
  public static String broker(Broker broker) {
    BrokerIdentity identity = broker.identity();
    List<String> parts = new ArrayList<>();
    parts.add(identity.title());
    parts.add(identity.origin().toString());
    identity.limits().map(limits -> "at most " + limits.text()).ifPresent(parts::add);
    broker.pid().ifPresent(pid -> parts.add("pid " + pid));
    broker.endpoints().stream().map(Endpoint::uri).forEach(parts::add);
    return String.join(", ", parts);
  }
}
