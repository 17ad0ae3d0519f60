/** What MQTT 5 lets clients ask of a broker, as settings of a scenario. */
package io.brokerbench.core.mqtt5;
