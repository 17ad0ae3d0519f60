/**
 * Brokers that files describe: {@code recipe:FILE.yaml}, and {@code recipe:NAME} of those that ship
 * with the tool, which are resources beside this package. {@link
 * io.brokerbench.containers.recipe.RecipeBroker} starts what a {@link
 * io.brokerbench.core.recipe.Recipe} describes: a process, or a {@link
 * io.brokerbench.containers.recipe.RecipeContainer}.
 */
package io.brokerbench.containers.recipe;
