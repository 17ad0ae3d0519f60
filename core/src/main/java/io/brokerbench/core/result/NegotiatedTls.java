package io.brokerbench.core.result;

/**
 * What a TLS handshake of the run agreed on.
 *
 * @param protocol version of TLS, such as {@code TLSv1.2}
 * @param cipher cipher suite by its name in the registry of TLS parameters
 * @param keyBits size of the broker's public key; 0 where it has none, as with a pre-shared key
 * @param provider what did the cryptography, such as {@code OpenSSL} with its version
 */
public record NegotiatedTls(String protocol, String cipher, int keyBits, String provider) {}
