/**
 * What all packages use and what uses none of them: errors that name a field, durations and numbers
 * as text, JSON, the clock, the header that travels in each payload.
 */
package io.brokerbench.core.base;
