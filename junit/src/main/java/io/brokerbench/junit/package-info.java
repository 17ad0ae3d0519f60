/**
 * Release tests of brokers, in a broker team's own build: {@link io.brokerbench.junit.BrokerBench}
 * starts a broker for a test class and injects it with a {@link io.brokerbench.junit.Bench} that
 * runs scenarios on it, {@link io.brokerbench.junit.BenchAssertions} says what has to come of them.
 * Figures are kept as pages and JUnit XML ({@link io.brokerbench.junit.xml.FiguresXml}).
 * docs/junit.md is the manual.
 *
 * <p>Nothing is measured here: runs are those of {@link io.brokerbench.core.engine.LoadRig},
 * searches those of {@link io.brokerbench.experiment.search}. A run in which this machine was too
 * slow says nothing about the broker; it aborts the test, and neither passes nor fails it.
 */
package io.brokerbench.junit;
