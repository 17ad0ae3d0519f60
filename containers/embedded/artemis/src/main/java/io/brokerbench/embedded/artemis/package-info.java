/** Apache Artemis with its settings for load tests; nothing but the launcher lives here. */
package io.brokerbench.embedded.artemis;
