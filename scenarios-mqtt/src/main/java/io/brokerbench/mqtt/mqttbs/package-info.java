/**
 * The five scenarios of the Open MQTT Benchmark Suite, {@code MQTTBS.*}, at three scales, and what
 * was published of them.
 */
package io.brokerbench.mqtt.mqttbs;
