/**
 * MQTT packets as bytes, in both versions.
 *
 * <p>{@code ClientPackets} and {@code PublishTemplate} write them, {@code PacketReader} finds them,
 * and the classes named for a packet read it and check each length, flag and code against the
 * standard. Both directions are checked against netty-codec-mqtt by tests. Nothing is allocated for
 * a message.
 */
package io.brokerbench.mqtt.swarm.codec;
