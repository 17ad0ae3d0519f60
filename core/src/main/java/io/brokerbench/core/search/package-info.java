/**
 * The search for the sustainable throughput: the highest offered rate that a broker keeps.
 *
 * <p>{@link io.brokerbench.core.search.SustainableThroughputSearch} decides which rate comes next.
 * It knows no broker and no clock, and is driven through {@link
 * io.brokerbench.core.search.StepRunner}, so that tests drive it with simulated brokers. {@link
 * io.brokerbench.core.search.RigStepRunner} is the real one: each step is a run of the load rig on
 * one broker that stays up, cut short by {@link io.brokerbench.core.search.OverloadWatch} as soon
 * as it can only fail, and judged by {@link io.brokerbench.core.search.StepJudge} against a {@link
 * io.brokerbench.core.search.SustainProfile}. {@link io.brokerbench.core.search.SearchResult} is
 * the document {@code brokerbench.search/1}.
 */
package io.brokerbench.core.search;
