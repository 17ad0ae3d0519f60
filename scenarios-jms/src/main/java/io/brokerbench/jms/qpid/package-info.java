/**
 * What is added to Qpid JMS so that it waits for nothing: its transport, its AMQP, the delivery of
 * messages on its event loop, and its addresses. The library finds the parts by the scheme of an
 * address, through files in META-INF/services.
 */
package io.brokerbench.jms.qpid;
