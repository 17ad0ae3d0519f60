/**
 * TLS for MQTT clients on Netty.
 *
 * <p>A {@code TlsConnector} makes the channel handlers of one endpoint's connections, says what a
 * handshake agreed on, and why one failed. {@code CertificateConnector} is the one with
 * certificates, on BoringSSL or the JDK; {@code PskConnector} the one with a pre-shared key, on
 * Bouncy Castle. Both report the end of the handshake as Netty's {@code
 * SslHandshakeCompletionEvent}, and both make a full handshake for each connection, unless those
 * with certificates are to resume sessions. Nothing here knows MQTT.
 */
package io.brokerbench.mqtt.tls;
