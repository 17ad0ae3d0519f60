/**
 * What a run is: {@link io.brokerbench.core.scenario.Scenario} and its parts, as immutable records
 * that check themselves, and their form as JSON and YAML.
 *
 * <p>A definition that can't be run fails here, at construction, with a {@link
 * io.brokerbench.core.scenario.DefinitionException} that a person can act on. {@link
 * io.brokerbench.core.scenario.Scenarios} finds scenarios by name or file; the families of built-in
 * ones are {@link io.brokerbench.core.scenario.ScenarioCatalog catalogues} in modules of their own.
 *
 * <p>Nothing here connects, sends or measures. When messages are sent is the business of {@code
 * load}.
 */
package io.brokerbench.core.scenario;
