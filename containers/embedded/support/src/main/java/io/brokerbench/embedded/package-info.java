/**
 * The life of a broker that runs in a JVM of its own, started by the benchmark.
 *
 * <p>Each product has a module with a launcher of a few lines: an {@link
 * io.brokerbench.embedded.EmbeddedBroker} handed to {@link io.brokerbench.embedded.EmbeddedMain}.
 * The protocol between parent and child: arguments {@code --key=value} in, one line {@code READY
 * ...} or {@code FAILED ...} out, and the end of standard input ends the broker. Nothing here knows
 * a product, and there are no dependencies, because these classes share the class path of every
 * product.
 */
package io.brokerbench.embedded;
