/**
 * The clients of a scenario as data: files with a row for each, which are read and checked before
 * anything starts.
 */
package io.brokerbench.core.device;
