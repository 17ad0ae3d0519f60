package io.brokerbench.containers.certificates;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;

/**
 * A new server certificate in a broker's folder, and its authority's, which clients have to trust.
 *
 * @param issued the server's certificate and key, in no file yet
 * @param trust the authority's certificate in PEM
 */
public record ServerFiles(IssuedCertificate issued, Path trust) {

  /** Makes both. */
  public static ServerFiles write(Path folder) throws IOException {
    TestAuthority authority = new TestAuthority(Clock.systemUTC());
    Path trust = PrivateFiles.writeCertificate(folder.resolve("ca.pem"), authority.certificate());
    return new ServerFiles(authority.server(), trust);
  }
}
