/** Options that several commands share, and the values that they produce from arguments. */
package io.brokerbench.cli.option;
