/**
 * Values of options that are not on the command line: from the environment, and from a file. Each
 * remembers its place, for errors.
 */
package io.brokerbench.cli.settings;
