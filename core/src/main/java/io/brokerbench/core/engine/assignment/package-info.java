/**
 * Who makes which part of the load: clients, their slices for workers and agents, and what agents
 * have reported.
 */
package io.brokerbench.core.engine.assignment;
