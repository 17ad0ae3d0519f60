/** For tests: certificates, made while a test runs and trusted only there. */
package io.brokerbench.testkit.tls;
