/**
 * Which worker or agent carries which part of the load: clients, their slices, and what agents have
 * reported.
 */
package io.brokerbench.core.engine.assignment;
