package io.brokerbench.report.text;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.ProfileLoad;
import io.brokerbench.core.load.ProfilePoint;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.payload.PayloadSizes;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.SlowConsumers;
import io.brokerbench.core.storm.Storm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A scenario in words and figures, for people who are about to run it. */
public final class ScenarioText {

  private ScenarioText() {}

  /**
   * Who sends to whom, and then what, when and how long.
   *
   * @param label before the first line; the others start below its end
   */
  public static List<String> lines(String label, Scenario scenario) {
    List<String> lines = new ArrayList<>();
    String clients =
        clients(scenario.topology(), scenario.session())
            + connecting(scenario.session(), scenario.connectsOnly());
    lines.addAll(Paragraph.of(label, clients));
    lines.addAll(Paragraph.of(" ".repeat(label.length()), work(scenario)));
    String indent = " ".repeat(label.length());
    Conditions conditions = scenario.conditions();
    if (scenario.session().reconnects()) {
      lines.addAll(Paragraph.of(indent, "clients whose connections break come back"));
    }
    conditions.fault().ifPresent(done -> lines.addAll(Paragraph.of(indent, fault(done))));
    conditions.storm().ifPresent(done -> lines.addAll(Paragraph.of(indent, storm(done))));
    conditions.network().ifPresent(done -> lines.addAll(Paragraph.of(indent, network(done))));
    return lines;
  }

  private static String fault(Fault fault) {
    String done =
        (fault.every().isPresent() ? "each node in turn" : "the active node")
            + switch (fault.kind()) {
              case KILL -> " is killed ";
              case STOP -> " is halted ";
              case CUT -> " is cut off ";
              case PARTITION -> " is cut off from the other nodes ";
              case COMMAND -> " is disturbed by a command ";
            };
    String healed =
        fault
            .healAfter()
            .map(after -> after.isZero() ? " and healed at once" : ", healed after " + given(after))
            .orElse("");
    String turns =
        fault.every().map(every -> ", the next one " + given(every) + " later").orElse("");
    return done + given(fault.at()) + " into the steady state" + healed + turns;
  }

  /** A time that a user chose: below a second it has its milliseconds. */
  private static String given(Duration time) {
    boolean brief = !time.isZero() && time.compareTo(Duration.ofSeconds(1)) < 0;
    return brief ? NumberText.exact(time.toNanos() / 1e6) + " ms" : NumberText.time(time);
  }

  private static String storm(Storm storm) {
    String how = storm.every().map(every -> "one every " + given(every)).orElse("all at once");
    String wills =
        storm.orderly().orElse(Storm.USUAL_ORDERLY) == 0
            ? ""
            : ", but for "
                + NumberText.measured(storm.orderly().orElse(Storm.USUAL_ORDERLY) * 100)
                + " % that leave in an orderly way";
    return switch (storm.kind()) {
      case RETAINED ->
          "the topics have their retained messages when the consumers subscribe, " + how;
      case WILL -> "the publishers vanish, " + how + wills + "; the consumers get their wills";
      case SILENCE ->
          "the publishers fall silent, " + how + wills + "; the consumers get their wills";
      case TAKEOVER -> "a second client comes with the id of each consumer, " + how;
      case RECONNECT -> "the connections of all clients are cut, " + how;
      case CHURN ->
          "further clients come, " + how + ", stay for " + given(storm.visit()) + " and leave";
      case SLOW -> slow(storm.slowConsumers().orElseThrow(), how);
    };
  }

  private static String slow(SlowConsumers slow, String how) {
    String what =
        slow.withheld() == SlowConsumers.Withheld.READS
            ? " read "
            : " read all the messages and acknowledge ";
    return "of the consumers, "
        + NumberText.measured(slow.share().orElse(SlowConsumers.USUAL_SHARE) * 100)
        + " %"
        + what
        + NumberText.measured(slow.takes() * 100)
        + " % of what is due, "
        + how
        + ", until the load has ended";
  }

  private static String network(NetworkConditions network) {
    List<String> parts = new ArrayList<>();
    if (!network.latency().isZero()) {
      parts.add(NumberText.latency(network.latency().toNanos()) + " latency");
    }
    if (!network.jitter().isZero()) {
      parts.add(NumberText.latency(network.jitter().toNanos()) + " jitter");
    }
    if (network.lossFraction() > 0) {
      parts.add(NumberText.measured(network.lossFraction() * 100) + " % loss");
    }
    network.bitsPerSecond().ifPresent(bits -> parts.add(NumberText.exact(bits / 1e6) + " Mbit/s"));
    String clients =
        parts.isEmpty() ? "" : "network with " + String.join(", ", parts) + " in each direction";
    List<String> all = new ArrayList<>(clients.isEmpty() ? List.of() : List.of(clients));
    network
        .nodeLossFraction()
        .map(share -> NumberText.measured(share * 100) + " % of the packets between nodes lost")
        .ifPresent(all::add);
    network
        .nodeLatency()
        .map(
            each -> NumberText.latency(each.toNanos()) + " latency between nodes in each direction")
        .ifPresent(all::add);
    return String.join(", ", all);
  }

  private static String connecting(Session session, boolean always) {
    String rate =
        session
            .connectRate()
            .map(r -> " at " + NumberText.exact(r.perSecond()) + "/s")
            .orElse(" as fast as the broker accepts them");
    if (always) {
      return " connect" + rate;
    }
    return session.connectRate().isPresent() ? ", connecting" + rate : "";
  }

  private static String clients(Topology topology, Session session) {
    if (topology.distribution() == Distribution.NONE) {
      return NumberText.counted(topology.publishers(), "client");
    }
    if (topology.hasRequests()) {
      return requests(topology);
    }
    boolean jms = session.jmsConsumers().isPresent();
    String consumers = NumberText.counted(topology.consumers(), jms ? "JMS consumer" : "consumer");
    String subscribed = (session.persistent() ? "durably " : "") + "subscribed to ";
    String how =
        switch (topology.distribution()) {
          case SINGLE -> ", " + subscribed + "all of it";
          case PARTITIONS -> ", each " + subscribed + "a part";
          case SHARED ->
              " sharing one " + (session.persistent() ? "durable " : "") + "subscription";
          case ALL -> ", each " + subscribed + "all of it";
          case NONE -> "";
        };
    String absent =
        session.absentFraction() > 0
            ? ", "
                + NumberText.measured(session.absentFraction() * 100)
                + " % of them away for a while"
            : "";
    String publishers = session.protocol() == Protocol.JMS ? "JMS publisher" : "publisher";
    return NumberText.counted(topology.publishers(), publishers)
        + " -> "
        + consumers
        + how
        + session.jmsConsumers().map(ScenarioText::acknowledging).orElse("")
        + absent;
  }

  private static String requests(Topology topology) {
    String replies =
        topology.consumers() == topology.publishers()
            ? ", which reply to each requester"
            : ", whose replies go to " + NumberText.counted(topology.consumers(), "consumer");
    return NumberText.counted(topology.publishers(), "requester")
        + " -> "
        + NumberText.counted(topology.responders().orElseThrow(), "responder")
        + " sharing the requests"
        + replies;
  }

  private static String acknowledging(JmsConsumers consumers) {
    String batch = consumers.batch() == 1 ? "" : " each " + NumberText.count(consumers.batch());
    return switch (consumers.acknowledgement()) {
      case PRE_SETTLED -> ", pre-settled";
      case AUTO -> ", acknowledging each message";
      case CLIENT -> ", acknowledging" + batch;
      case TRANSACTED -> ", committing" + batch;
    };
  }

  private static String work(Scenario scenario) {
    Workload workload = scenario.workload();
    // Versions before 5 are the usual case.
    String version = scenario.session().protocol() == Protocol.MQTT_5 ? "MQTT 5, " : "";
    if (scenario.connectsOnly()) {
      return version
          + "nothing is sent"
          + transport(scenario.session())
          + security(scenario.security())
          + ", held for "
          + NumberText.time(scenario.phases().warmUp().plus(scenario.phases().steady()));
    }
    return String.join(
        ", ",
        version
            + "QoS "
            + workload.qos().level()
            + transport(scenario.session())
            + security(scenario.security()),
        payload(workload.payload()) + (workload.retain() ? " retained" : ""),
        load(workload.load()) + workload.onOff().map(ScenarioText::onOff).orElse(""),
        warmUp(scenario.phases()),
        NumberText.time(scenario.phases().steady()) + " steady");
  }

  private static String payload(PayloadSpec payload) {
    return payload
        .template()
        .or(() -> payload.sizes().map(ScenarioText::sizes))
        .orElseGet(() -> NumberText.count(payload.bytes()) + " B");
  }

  private static String sizes(PayloadSizes sizes) {
    return sizes
        .file()
        .map(file -> "sizes of " + file)
        .orElseGet(
            () ->
                "%s to %s B (%s)"
                    .formatted(
                        NumberText.count(sizes.least().orElse(MessageHeader.BYTES)),
                        NumberText.count(sizes.most().orElseThrow()),
                        sizes.shape().name().toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  private static String warmUp(Phases phases) {
    return phases.settles()
        ? "warm-up until settled"
        : NumberText.time(phases.warmUp()) + " warm-up";
  }

  private static String transport(Session session) {
    return session.usesWebSockets() ? ", over WebSockets" : "";
  }

  private static String security(Security security) {
    if (security.cipher().isEmpty()) {
      return "";
    }
    CipherSuite cipher = security.cipher().get();
    String whose = security.clients() == Security.Clients.PUBLISHERS ? ", publishers over " : ", ";
    return whose + cipher.version().title() + " " + cipher.openSslName();
  }

  /** What follows the rate of a load that is not always on. */
  static String onOff(OnOff times) {
    return " (%s on, %s off)".formatted(NumberText.time(times.on()), NumberText.time(times.off()));
  }

  /** The rates, and how long they take; after that, the last one stays. */
  private static String profile(ProfileLoad profile) {
    double least = profile.points().stream().mapToDouble(ProfilePoint::rate).min().orElseThrow();
    return "%s to %s msg/s open load by a profile of %s%s"
        .formatted(
            NumberText.exact(least * profile.scale()),
            NumberText.exact(profile.peakRate().perSecond()),
            NumberText.time(Duration.ofMillis(Math.round(profile.seconds() * 1e3))),
            profile.file().map(file -> " (" + file + ")").orElse(""));
  }

  private static String load(LoadModel load) {
    if (load instanceof ConstantLoad constant) {
      return NumberText.exact(constant.rate().perSecond()) + " msg/s open load";
    } else if (load instanceof PoissonLoad poisson) {
      return NumberText.exact(poisson.rate().perSecond()) + " msg/s open load (Poisson)";
    } else if (load instanceof RampLoad ramp) {
      return "%s to %s msg/s open load over %s"
          .formatted(
              NumberText.exact(ramp.from().perSecond()),
              NumberText.exact(ramp.to().perSecond()),
              NumberText.time(ramp.over()));
    } else if (load instanceof ProfileLoad profile) {
      return profile(profile);
    } else if (load instanceof ClosedLoad closed) {
      return "closed load (window %s%s)"
          .formatted(
              NumberText.count(closed.window()),
              closed.backlog().isPresent()
                  ? ", at most " + NumberText.count(closed.backlog().getAsInt()) + " owed"
                  : "");
    } else if (load instanceof NoLoad) {
      return "nothing is sent";
    }
    throw new IllegalStateException("a load without words: " + load);
  }
}
