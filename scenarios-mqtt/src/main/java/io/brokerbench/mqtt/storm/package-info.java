/** Scenarios in which many clients do one thing, and the broker owes each of them something. */
package io.brokerbench.mqtt.storm;
