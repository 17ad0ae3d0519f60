/**
 * The figures of a run, each declared once: its path, title, unit, and how it is read from a
 * result. Whatever shows, compares, stores or serves figures iterates {@link
 * io.brokerbench.core.figure.FigureCatalogue}.
 */
package io.brokerbench.core.figure;
