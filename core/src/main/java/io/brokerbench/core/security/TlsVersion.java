package io.brokerbench.core.security;

/** Version of TLS. */
public enum TlsVersion {
  /** TLS 1.2 (RFC 5246). */
  TLS_1_2("TLSv1.2"),
  /** TLS 1.3 (RFC 8446). */
  TLS_1_3("TLSv1.3");

  private final String title;

  TlsVersion(String title) {
    this.title = title;
  }

  /** As Java and OpenSSL write it. */
  public String title() {
    return title;
  }
}
