/**
 * How clients and brokers protect a connection: TLS versions, cipher suites, certificates, logins.
 */
package io.brokerbench.core.security;
