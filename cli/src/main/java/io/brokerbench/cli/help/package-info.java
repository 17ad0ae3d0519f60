/**
 * How the help of a command shows its options: in groups, with the most used first. An option
 * declares its group where it is declared itself.
 */
package io.brokerbench.cli.help;
