package io.brokerbench.core.device;

import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.PrivateKeyFile;
import io.brokerbench.core.security.TrustedCertificates;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether certificates and keys can be read, and belong together. Each pair is looked at once,
 * whoever has it.
 */
final class CertificateCheck {

  private static final byte[] SAMPLE = {1, 2, 3};

  private final Map<ClientCertificate, Optional<Problem>> known = new HashMap<>();

  /**
   * What is wrong.
   *
   * @param ofKey with the key; else with the certificate
   */
  record Problem(boolean ofKey, String text) {}

  Optional<Problem> problem(ClientCertificate own) {
    return known.computeIfAbsent(own, CertificateCheck::look);
  }

  private static Optional<Problem> look(ClientCertificate own) {
    List<Certificate> chain;
    try {
      chain = TrustedCertificates.certificates(own.certificate());
    } catch (IOException | GeneralSecurityException e) {
      return Optional.of(
          new Problem(false, "must be a certificate in PEM: " + TrustedCertificates.reason(e)));
    }
    PrivateKey key;
    try {
      key = PrivateKeyFile.read(own.key());
    } catch (IOException e) {
      return Optional.of(
          new Problem(true, "a private key in PEM: " + TrustedCertificates.reason(e)));
    }
    return belongTogether(chain.get(0).getPublicKey(), key)
        ? Optional.empty()
        : Optional.of(new Problem(true, "must be the key of the certificate in the same row"));
  }

  private static boolean belongTogether(PublicKey open, PrivateKey key) {
    if (!open.getAlgorithm().equals(key.getAlgorithm())) {
      return false;
    }
    try {
      Signature signature =
          Signature.getInstance(
              open.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
      signature.initSign(key);
      signature.update(SAMPLE);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(SAMPLE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
