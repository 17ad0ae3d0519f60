/**
 * What threads of a client library and the lanes that own its clients hand to each other: messages
 * and batches, events without a wake-up, credit.
 */
package io.brokerbench.jms.lane;
