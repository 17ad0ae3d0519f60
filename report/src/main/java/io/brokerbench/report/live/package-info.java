/** The figures of a run while it runs, as meters. */
package io.brokerbench.report.live;
