package io.brokerbench.core.security;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * What a client needs to be let in, and to know that the broker is the right one.
 *
 * @param trust certificates in PEM that the broker's own must chain to; empty for those that Java
 *     trusts
 * @param verifyHost whether the broker's certificate must be for the host that is connected to
 * @param certificate the clients' own certificate and key, for mutual TLS
 * @param psk the clients' pre-shared key
 * @param login user and password of MQTT
 */
public record Access(
    Optional<Path> trust,
    boolean verifyHost,
    Optional<ClientCertificate> certificate,
    Optional<PreSharedKey> psk,
    Optional<Login> login) {

  /** For a broker that admits every client. */
  public static final Access OPEN =
      new Access(Optional.empty(), true, Optional.empty(), Optional.empty(), Optional.empty());

  /** Checks that all is there. */
  public Access {
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(psk, "psk");
    Objects.requireNonNull(login, "login");
  }

  /** The same, with certificates to trust. */
  public Access withTrust(Path pem) {
    return new Access(Optional.of(pem), verifyHost, certificate, psk, login);
  }

  /** The same, with a certificate of the clients' own. */
  public Access withCertificate(ClientCertificate own) {
    return new Access(trust, verifyHost, Optional.of(own), psk, login);
  }

  /** The same, with a pre-shared key. */
  public Access withPsk(PreSharedKey key) {
    return new Access(trust, verifyHost, certificate, Optional.of(key), login);
  }

  /** The same, with a user and a password. */
  public Access withLogin(Login user) {
    return new Access(trust, verifyHost, certificate, psk, Optional.of(user));
  }

  /**
   * A certificate and its key, both in PEM.
   *
   * @param certificate file of the certificate, with those between it and its root
   * @param key file of the private key, PKCS #8, not encrypted
   */
  public record ClientCertificate(Path certificate, Path key) {}

  /**
   * A user of MQTT.
   *
   * @param user name
   * @param password never part of a text
   */
  public record Login(String user, String password) {
    @Override
    public String toString() {
      return "Login[user=" + user + "]";
    }
  }

  /**
   * A key that both sides know.
   *
   * @param identity by which the broker finds the key
   * @param key its bytes; never part of a text
   * @param file that has the key in hexadecimal digits, where there is one
   */
  @SuppressWarnings("ArrayRecordComponent") // a key is bytes; copied on both ways
  public record PreSharedKey(String identity, byte[] key, Optional<Path> file) {

    /** Keeps a copy. */
    public PreSharedKey {
      key = key.clone();
    }

    /** A key that is in no file. */
    public PreSharedKey(String identity, byte[] key) {
      this(identity, key, Optional.empty());
    }

    @Override
    public byte[] key() {
      return key.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof PreSharedKey psk
          && psk.identity.equals(identity)
          && Arrays.equals(psk.key, key);
    }

    @Override
    public int hashCode() {
      return 31 * identity.hashCode() + Arrays.hashCode(key);
    }

    @Override
    public String toString() {
      return "PreSharedKey[identity=" + identity + "]";
    }
  }
}
