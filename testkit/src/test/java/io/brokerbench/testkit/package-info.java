/** Tests of the test kit itself. */
package io.brokerbench.testkit;
