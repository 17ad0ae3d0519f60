/**
 * Tests of the driver kit: a plain driver passes it, and each defect that can be built into that
 * driver is found.
 */
package io.brokerbench.testkit.driver;
