/**
 * What others published of built-in scenarios: the figures of each scenario, and the sizes at which
 * they were measured. A {@link io.brokerbench.core.publication.Publication} is found with {@link
 * java.util.ServiceLoader}, next to the catalogue whose scenarios it is of; nothing here names one.
 *
 * <p>Published figures are of other hardware and other brokers. They stand beside what is measured,
 * and decide nothing.
 */
package io.brokerbench.core.publication;
