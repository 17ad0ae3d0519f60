/**
 * The eight studies of a bachelor thesis on Mosquitto in an embedded gateway (2018), as data:
 * variants of a load, with a probe of one message each second beside it.
 */
package io.brokerbench.mqtt.embedded;
