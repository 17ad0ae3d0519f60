/**
 * Brokers that files describe: {@code recipe:FILE.yaml}, and {@code recipe:NAME} of those that ship
 * with the tool, which are resources beside this package. {@link
 * io.brokerbench.containers.recipe.RecipeProcess} makes a process of a {@link
 * io.brokerbench.core.recipe.Recipe}.
 */
package io.brokerbench.containers.recipe;
