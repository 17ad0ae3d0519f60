/** Qpid Broker-J with its settings for load tests; nothing but the launcher lives here. */
package io.brokerbench.embedded.qpid;
