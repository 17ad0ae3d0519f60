/**
 * What threads of a client library hand over to the lanes that own its clients, without waking
 * them.
 */
package io.brokerbench.jms.lane;
