package io.brokerbench.experiment.session;

import io.brokerbench.experiment.bench.RigFactory;

/**
 * Where clients run: this process, its workers, or agents on other machines.
 *
 * @param rigs make the load
 * @param checks what has to be right before
 */
public record LoadGenerators(RigFactory rigs, Checks checks) {}
