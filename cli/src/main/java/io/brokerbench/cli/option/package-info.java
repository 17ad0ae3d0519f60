/** Options that several commands share, and what they make of what a person types. */
package io.brokerbench.cli.option;
