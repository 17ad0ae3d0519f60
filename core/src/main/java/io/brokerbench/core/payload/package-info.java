/**
 * Payloads as the application expects them: templates, which are read and checked before anything
 * starts, compiled once for each publisher, and filled in for each message without allocating; the
 * sizes of payloads that are not all of one length; and where the proof of a message stands.
 */
package io.brokerbench.core.payload;
