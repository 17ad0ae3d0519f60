/** A measurement while it runs: progress lines, the Prometheus endpoint, the live page. */
package io.brokerbench.cli.live;
