/** HiveMQ Community Edition with its settings for load tests; only the launcher lives here. */
package io.brokerbench.embedded.hivemq;
