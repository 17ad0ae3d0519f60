package io.brokerbench.containers.certificates;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A certificate with its key.
 *
 * @param key private key of the certificate
 * @param certificate issued by the authority directly
 * @param authority the authority's own certificate
 */
public record IssuedCertificate(
    PrivateKey key, X509Certificate certificate, X509Certificate authority) {}
