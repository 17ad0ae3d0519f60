/**
 * What changes in the course of a long run: how fast memory, descriptors, threads, latencies and
 * costs grow, with an interval, and what it means for a week.
 */
package io.brokerbench.core.drift;
