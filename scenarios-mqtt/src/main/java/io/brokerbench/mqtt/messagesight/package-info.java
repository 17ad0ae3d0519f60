/**
 * IBM's performance report of MessageSight VE 1.2 (2015): its figures, its sizes, and the study
 * that does its work again. The scenarios themselves are those of {@link io.brokerbench.mqtt.fanin}
 * and {@link io.brokerbench.mqtt.burst}.
 */
package io.brokerbench.mqtt.messagesight;
