package io.brokerbench.containers.certificates;

import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/**
 * A new server certificate in a broker's folder, and its authority's, which clients have to trust.
 *
 * @param issued the server's certificate and key, in no file yet
 * @param trust the authority's certificate in PEM
 */
public record ServerCertificateFiles(X509Bundle issued, Path trust) {

  /** Makes both. */
  public static ServerCertificateFiles write(Path folder) throws IOException {
    X509Bundle issued = BrokerCertificateAuthority.server(Clock.systemUTC());
    Path trust = PrivateFiles.writeText(folder.resolve("ca.pem"), issued.getRootCertificatePEM());
    return new ServerCertificateFiles(issued, trust);
  }

  /** Writes the server's certificate in PEM. @return the file */
  public Path writeCertificate(Path file) throws IOException {
    return PrivateFiles.writeText(file, issued.getCertificatePEM());
  }

  /** Writes its private key in PEM, as PKCS #8, not encrypted. @return the file */
  public Path writeKey(Path file) throws IOException {
    return PrivateFiles.writeText(file, issued.getPrivateKeyPEM());
  }
}
