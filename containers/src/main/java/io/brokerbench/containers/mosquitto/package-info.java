/** Mosquitto as it is installed on this machine. */
package io.brokerbench.containers.mosquitto;
