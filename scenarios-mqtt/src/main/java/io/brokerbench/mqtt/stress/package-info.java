/**
 * The stress test of Mishra, Mishra and Kertesz (Energies 2021, 14, 5817): its scenarios, and the
 * study that makes its tables of them.
 */
package io.brokerbench.mqtt.stress;
