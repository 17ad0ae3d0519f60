/**
 * Payloads as the application expects them: templates, which are read and checked before anything
 * starts, compiled once for each publisher, and filled in for each message without allocating.
 */
package io.brokerbench.core.payload;
