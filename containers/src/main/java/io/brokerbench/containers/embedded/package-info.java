/**
 * Brokers from Maven artifacts, each in a JVM of its own: its CPU and memory are measured apart
 * from ours, and its libraries are the ones that it was released with. What runs in the child is in
 * the modules below {@code containers/embedded}; only its folder of jars is known here.
 */
package io.brokerbench.containers.embedded;
