package io.brokerbench.core.engine.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;

/**
 * What the rig's process sends to a forked worker, one JSON object in a line of its standard input:
 * the methods of {@link Worker}, with a greeting before. The end of the input means that the rig's
 * process is gone, and ends the worker at once.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = WorkerCommand.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = WorkerCommand.Open.class, name = "open"),
  @JsonSubTypes.Type(value = WorkerCommand.Connect.class, name = "connect"),
  @JsonSubTypes.Type(value = WorkerCommand.EndConnecting.class, name = "endConnecting"),
  @JsonSubTypes.Type(value = WorkerCommand.Subscribe.class, name = "subscribe"),
  @JsonSubTypes.Type(value = WorkerCommand.Start.class, name = "start"),
  @JsonSubTypes.Type(value = WorkerCommand.BeginSteady.class, name = "beginSteady"),
  @JsonSubTypes.Type(value = WorkerCommand.SendAway.class, name = "sendAway"),
  @JsonSubTypes.Type(value = WorkerCommand.BringBack.class, name = "bringBack"),
  @JsonSubTypes.Type(value = WorkerCommand.EndSending.class, name = "endSending"),
  @JsonSubTypes.Type(value = WorkerCommand.Probe.class, name = "probe"),
  @JsonSubTypes.Type(value = WorkerCommand.Connects.class, name = "connects"),
  @JsonSubTypes.Type(value = WorkerCommand.Freeze.class, name = "freeze"),
  @JsonSubTypes.Type(value = WorkerCommand.Finish.class, name = "finish"),
  @JsonSubTypes.Type(value = WorkerCommand.Alive.class, name = "alive"),
  @JsonSubTypes.Type(value = WorkerCommand.Close.class, name = "close")
})
public sealed interface WorkerCommand {

  /** Asks for version and clock; answered by {@link WorkerAnswer.Hello}. */
  record Hello() implements WorkerCommand {}

  /**
   * Opens the driver; answered by {@link WorkerAnswer.Opened}, and from then on by ticks.
   *
   * @param driver its name, by which the worker finds it
   * @param assignment what the worker is to do
   */
  record Open(String driver, Assignment assignment) implements WorkerCommand {}

  /** See {@link Worker#connect}. */
  record Connect(long startNanos) implements WorkerCommand {}

  /** See {@link Worker#endConnecting}. */
  record EndConnecting() implements WorkerCommand {}

  /** See {@link Worker#subscribe}. */
  record Subscribe(int fromConsumer, int toConsumer) implements WorkerCommand {}

  /** See {@link Worker#start}. */
  record Start(RunTimes times) implements WorkerCommand {}

  /** See {@link Worker#beginSteadyAt}. */
  record BeginSteady(long nanos) implements WorkerCommand {}

  /** See {@link Worker#sendAway}. */
  record SendAway(int belowConsumer) implements WorkerCommand {}

  /** See {@link Worker#bringBack}. */
  record BringBack(int belowConsumer) implements WorkerCommand {}

  /** See {@link Worker#endSendingAt}. */
  record EndSending(long nanos) implements WorkerCommand {}

  /** See {@link Worker#probe}. */
  record Probe() implements WorkerCommand {}

  /** See {@link Worker#connects}; answered by {@link WorkerAnswer.Connects}. */
  record Connects() implements WorkerCommand {}

  /** See {@link Worker#freeze}; answered by {@link WorkerAnswer.Frozen}. */
  record Freeze() implements WorkerCommand {}

  /** See {@link Worker#finish}; answered by {@link WorkerAnswer.Finished}. */
  record Finish(SentMessages sent) implements WorkerCommand {}

  /** The rig is there: keeps a worker with a watchdog from ending by itself. */
  record Alive() implements WorkerCommand {}

  /** See {@link Worker#close}; the worker ends. */
  record Close() implements WorkerCommand {}
}
