package io.brokerbench.containers.certificates;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** Writes keys and certificates into new files that only their owner may read. */
public final class PrivateFiles {

  private PrivateFiles() {}

  /** Writes a certificate in PEM. @return the file */
  public static Path writeCertificate(Path file, X509Certificate certificate) throws IOException {
    try {
      return write(file, pem("CERTIFICATE", certificate.getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /** Writes the private key of a certificate in PEM, as PKCS #8, not encrypted. @return the file */
  public static Path writeKey(Path file, IssuedCertificate issued) throws IOException {
    return write(file, pem("PRIVATE KEY", issued.key().getEncoded()));
  }

  /** Writes key, certificate and its authority's as PKCS #12. @return the file */
  public static Path writeKeyStore(Path file, IssuedCertificate issued, String password)
      throws IOException {
    char[] secret = password.toCharArray();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, secret);
      Certificate[] chain = {issued.certificate(), issued.authority()};
      store.setKeyEntry("key", issued.key(), secret, chain);
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

  private static byte[] pem(String type, byte[] content) throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, content));
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
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
