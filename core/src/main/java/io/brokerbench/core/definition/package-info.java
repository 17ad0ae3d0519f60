/**
 * Scenarios as documents: read from YAML and JSON, written back, and found by name.
 *
 * <p>{@link io.brokerbench.core.definition.Scenarios} finds scenarios by name or file; the families
 * of built-in ones are {@link io.brokerbench.core.definition.ScenarioCatalog catalogues} in modules
 * of their own. An error names the file, the line and the field.
 *
 * <p>{@link io.brokerbench.core.definition.ScenarioChange} changes settings by their paths, for
 * every front end; {@link io.brokerbench.core.definition.ScenarioSettings} lists the paths.
 */
package io.brokerbench.core.definition;
