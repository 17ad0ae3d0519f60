package io.brokerbench.cluster;

import io.brokerbench.core.cluster.ClusterProtection.KeyStoreFile;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;

/** Key stores of members, as an authority's owner hands them out. */
final class MemberKeyStore {

  private static final String PASSWORD = "of the test's key stores";

  private MemberKeyStore() {}

  /** A file with a member's key and certificate, and the authority that it trusts. */
  static KeyStoreFile of(TestAuthority authority, Path folder, String member) throws Exception {
    X509Bundle own = authority.forHost(member);
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "member",
        own.getKeyPair().getPrivate(),
        PASSWORD.toCharArray(),
        new Certificate[] {own.getCertificate()});
    store.setCertificateEntry("authority", own.getRootCertificate());
    Path file = folder.resolve(member + ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return new KeyStoreFile(file, PASSWORD, Optional.empty());
  }
}
