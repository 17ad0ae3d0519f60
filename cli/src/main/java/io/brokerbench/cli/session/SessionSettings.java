package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveView;
import io.brokerbench.core.broker.StartPatience;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.experiment.bench.RigFactory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What a command's options say of its session, whatever is measured.
 *
 * @param folder in which the result folder is made
 * @param json whether the document is printed in place of the report
 * @param plain whether there is no live progress even on a terminal
 * @param again command that does the same again
 * @param liveView who is shown the page of a result
 * @param observe makes the live meters and charts show the runs of rigs
 * @param agents that carry the clients; empty where this machine does
 * @param patience how long brokers may take to start, given who hears that one takes long
 */
public record SessionSettings(
    Path folder,
    boolean json,
    boolean plain,
    String again,
    LiveView liveView,
    UnaryOperator<RigFactory> observe,
    Optional<AgentPool> agents,
    Function<Consumer<String>, StartPatience> patience) {}
