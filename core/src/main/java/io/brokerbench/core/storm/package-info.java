/**
 * Storms: many clients do one thing, and the broker owes each of them something for it. The
 * setting, what lanes see of it, and what a result says of it.
 */
package io.brokerbench.core.storm;
