/**
 * The search for the sustainable throughput: the highest offered rate that a broker keeps.
 *
 * <p>{@link io.brokerbench.experiment.search.SustainableThroughputSearch} decides which rate comes
 * next. It knows no broker and no clock, and is driven through {@link
 * io.brokerbench.experiment.search.StepRunner}, so that tests drive it with simulated brokers.
 * {@link io.brokerbench.experiment.search.RigStepRunner} is the real one: each step is a run of the
 * load rig on one broker that stays up, cut short by {@link
 * io.brokerbench.experiment.search.OverloadWatch} as soon as it can only fail, and judged by {@link
 * io.brokerbench.experiment.search.StepJudge} against a {@link
 * io.brokerbench.experiment.search.SustainProfile}. {@link
 * io.brokerbench.experiment.search.SearchResult} is the document {@code brokerbench.search/1}.
 */
package io.brokerbench.experiment.search;
