/**
 * Brokers as files: the records of a {@link io.brokerbench.core.recipe.Recipe}, the reader, which
 * refuses what is wrong before anything is started, and the templates in it. What starts a broker
 * by its recipe lives elsewhere.
 */
package io.brokerbench.core.recipe;
