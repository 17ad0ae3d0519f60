/** Tests of the broker with faults, packet by packet, with a client that does nothing by itself. */
package io.brokerbench.testkit.broker;
