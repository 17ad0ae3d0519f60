/**
 * Experiments as values, and the one session around each of them.
 *
 * <p>An {@link io.brokerbench.experiment.session.Experiment} says what it requires and what is done
 * on a {@link io.brokerbench.experiment.session.ExperimentBench}; a {@link
 * io.brokerbench.experiment.session.ExperimentSession} does what surrounds it: the checks before,
 * the folder of the results, starting and ending brokers, keeping documents, stopping. Terminals
 * and tests are fronts: they hear of it as a {@link
 * io.brokerbench.experiment.session.SessionListener}, and get the result.
 */
package io.brokerbench.experiment.session;
