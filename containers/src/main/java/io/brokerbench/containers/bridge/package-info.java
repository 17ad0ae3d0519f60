/**
 * Mosquittos that are bridged: what is published on one of them is passed on to the other one, by
 * rules. {@link io.brokerbench.containers.bridge.MosquittoBridges} is the way in.
 */
package io.brokerbench.containers.bridge;
