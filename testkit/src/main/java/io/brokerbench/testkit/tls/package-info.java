/** For tests: certificates, made while a test runs and trusted by nobody else. */
package io.brokerbench.testkit.tls;
