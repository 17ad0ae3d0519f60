/**
 * A broker that does nothing but acknowledge and forward, to see what the generator itself can do.
 *
 * <p>It speaks MQTT 3.1.1 with QoS 0, 1 and 2, matches topics, and spreads shared subscriptions
 * over their members. What publishers send with QoS 0 for one receiver goes on in the pieces in
 * which it was read, without a copy. It keeps no sessions, no retained messages and no wills, and
 * asks for no password. One event loop does it all, so nothing here is shared by threads.
 */
package io.brokerbench.embedded.nullbroker;
