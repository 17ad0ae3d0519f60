/**
 * The {@code hivemq} driver: the HiveMQ MQTT client, in its asynchronous flavour.
 *
 * <p>A lane is a Netty event loop of its own, and it is given to the library as the thread to work
 * on, which the library offers. So the library's callbacks arrive on the lane's thread without a
 * handover.
 */
package io.brokerbench.mqtt.hivemq;
