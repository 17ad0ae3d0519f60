/**
 * What happens around a measurement: checks beforehand, brokers, signals, progress, files, the exit
 * code.
 */
package io.brokerbench.cli.session;
