/**
 * The {@code paho} driver: the Eclipse Paho clients of MQTT 3.1.1 and of MQTT 5.
 *
 * <p>Each connection has three threads of the library's: one that reads, one that writes, one that
 * calls back. A lane is one thread more, for many connections: what is called back is handed over
 * to it, with the instant at which it was called back.
 */
package io.brokerbench.mqtt.paho;
