/**
 * Request and reply: requesters send, responders that the tool runs reply, and the round trip is
 * what is measured.
 *
 * <p>{@link io.brokerbench.mqtt.request.RequestCatalog} makes the scenarios. What is counted and
 * timed lives in the core; how a responder replies, in the drivers.
 */
package io.brokerbench.mqtt.request;
