/**
 * Experiments on a terminal: progress, signals, what is printed, the exit code. What surrounds a
 * measurement wherever it is made, is {@code experiment.session}'s.
 */
package io.brokerbench.cli.session;
