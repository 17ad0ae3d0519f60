/**
 * Runs of scenarios with several groups of clients: {@link
 * io.brokerbench.experiment.group.GroupRuns} makes the runs of all groups at once on one broker,
 * and {@link io.brokerbench.experiment.group.GroupsResult} joins what came of them.
 *
 * <p>Each group is a run of its own: measuring and judging it is the core's.
 */
package io.brokerbench.experiment.group;
