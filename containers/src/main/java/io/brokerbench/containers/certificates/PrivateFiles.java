package io.brokerbench.containers.certificates;

import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** Writes keys and certificates into new files that only their owner may read. */
public final class PrivateFiles {

  private PrivateFiles() {}

  /** Writes key, certificate and its authority's as PKCS #12. @return the file */
  public static Path writeKeyStore(Path file, X509Bundle issued, String password)
      throws IOException {
    char[] secret = password.toCharArray();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, secret);
      store.setKeyEntry(
          "key", issued.getKeyPair().getPrivate(), secret, issued.getCertificatePathWithRoot());
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, secret);
      return write(file, bytes.toByteArray());
    } catch (GeneralSecurityException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** Writes a text. @return the file */
  public static Path writeText(Path file, String text) throws IOException {
    return write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Anew: a broker that is started again in its folder gets other keys. */
  private static Path write(Path file, byte[] content) throws IOException {
    Files.deleteIfExists(file);
    return Files.write(Files.createFile(file, ownerOnly(file)), content);
  }

  /** Where the file system knows permissions; elsewhere the folder of the user has to do. */
  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
