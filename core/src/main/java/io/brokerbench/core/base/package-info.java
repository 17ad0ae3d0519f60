/**
 * Code that all packages use and that uses none of them: errors that name a field, durations and
 * numbers as text, JSON, CSV, the clock, the header that travels in each payload.
 */
package io.brokerbench.core.base;
