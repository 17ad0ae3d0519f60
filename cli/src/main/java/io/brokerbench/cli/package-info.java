/**
 * The command {@code brokerbench}: arguments become a scenario and a broker, and the result of the
 * run becomes text, files and an exit code.
 *
 * <p>Results go to standard output, everything else to standard error. {@link
 * io.brokerbench.cli.terminal.ErrorReport} is the one place that turns errors into lines and exit
 * codes; {@link io.brokerbench.cli.session.CommandContext} is the one place that knows the load
 * rig.
 *
 * <p>Nothing here measures, and no broker or client library is known here: they are found with the
 * service loader, by {@link io.brokerbench.experiment.session.ProviderRegistry}.
 */
package io.brokerbench.cli;
