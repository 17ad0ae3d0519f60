/** The terminal: lines, errors, exit codes, signals, the log. */
package io.brokerbench.cli.terminal;
