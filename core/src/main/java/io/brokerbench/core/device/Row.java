package io.brokerbench.core.device;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.ClientIdentity;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One row of a file, as it is written.
 *
 * @param file it is in
 * @param line where it begins, from 1
 * @param values by the names of their columns; empty ones are left out
 */
record Row(String file, int line, Map<String, String> values) {

  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String TOKEN = "token";
  private static final String CERTIFICATE = "certificate";
  private static final String KEY = "key";
  private static final String PSK_IDENTITY = "pskIdentity";
  private static final String PSK = "psk";

  /** Columns that let a client in; all others are fields for topics and payloads. */
  static final Set<String> OF_ACCESS =
      Set.of(USER, PASSWORD, TOKEN, CERTIFICATE, KEY, PSK_IDENTITY, PSK);

  private static final int MAX_ID_BYTES = 250;
  private static final int MAX_SECRET_BYTES = 65_535;

  /** What RFC 4279, 5.3, asks all implementations to take. */
  private static final int MAX_PSK_IDENTITY_BYTES = 128;

  private static final int MAX_PSK_BYTES = 64;
  private static final int MAX_FIELD_BYTES = 1_000;

  /** The client that it describes. */
  Device device(CertificateCheck certificates) {
    String id = values.get(Device.ID);
    if (id == null) {
      throw missing(Device.ID);
    }
    requireText(Device.ID, MAX_ID_BYTES);
    Map<String, String> fields = new LinkedHashMap<>();
    for (Map.Entry<String, String> value : values.entrySet()) {
      String column = value.getKey();
      if (Device.isField(column) && !column.equals(Device.ID)) {
        requireText(column, MAX_FIELD_BYTES);
        fields.put(column, value.getValue());
      }
    }
    return new Device(
        id, new ClientIdentity(login(id), certificate(certificates), preSharedKey()), fields);
  }

  /** A token goes in the place of the password, with the client id for a user that is not given. */
  private Optional<Login> login(String id) {
    for (String column : new String[] {USER, PASSWORD, TOKEN}) {
      if (values.containsKey(column)) {
        requireText(column, MAX_SECRET_BYTES);
      }
    }
    String token = values.get(TOKEN);
    String password = values.get(PASSWORD);
    String user = values.get(USER);
    if (token != null && password != null) {
      throw secret(TOKEN, "not with a password: it goes in its place");
    }
    if (token != null) {
      return Optional.of(new Login(user == null ? id : user, token));
    }
    if (user == null && password == null) {
      return Optional.empty();
    }
    if (user == null) {
      throw missing(USER);
    }
    if (password == null) {
      throw missing(PASSWORD);
    }
    return Optional.of(new Login(user, password));
  }

  private Optional<ClientCertificate> certificate(CertificateCheck certificates) {
    String certificate = values.get(CERTIFICATE);
    String key = values.get(KEY);
    if (certificate == null && key == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      throw missing(certificate == null ? CERTIFICATE : KEY);
    }
    ClientCertificate own = new ClientCertificate(path(CERTIFICATE), path(KEY));
    certificates
        .problem(own)
        .ifPresent(
            problem -> {
              throw wrong(
                  problem.ofKey() ? KEY : CERTIFICATE,
                  problem.text(),
                  problem.ofKey() ? key : certificate);
            });
    return Optional.of(own);
  }

  private Optional<PreSharedKey> preSharedKey() {
    String identity = values.get(PSK_IDENTITY);
    String key = values.get(PSK);
    if (identity == null && key == null) {
      return Optional.empty();
    }
    if (identity == null || key == null) {
      throw missing(identity == null ? PSK_IDENTITY : PSK);
    }
    requireText(PSK_IDENTITY, MAX_PSK_IDENTITY_BYTES);
    try {
      byte[] bytes = HexFormat.of().parseHex(key);
      if (bytes.length <= MAX_PSK_BYTES) {
        return Optional.of(new PreSharedKey(identity, bytes));
      }
    } catch (IllegalArgumentException e) {
      throw notHexadecimal(); // without the cause, whose message may have a part of the key
    }
    throw notHexadecimal();
  }

  private DefinitionException notHexadecimal() {
    return secret(PSK, "1 to %d bytes in hexadecimal digits, two a byte".formatted(MAX_PSK_BYTES));
  }

  /** Relative to the folder that the rows' file is in. */
  private Path path(String column) {
    try {
      return Path.of(file).resolveSibling(values.get(column)).normalize();
    } catch (InvalidPathException e) {
      throw wrong(column, "the path of a file", values.get(column));
    }
  }

  private void requireText(String column, int mostBytes) {
    String value = values.get(column);
    if (value.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
      throw secret(column, "at most " + mostBytes + " bytes");
    }
    if (value.codePoints().anyMatch(Character::isISOControl)) {
      throw secret(column, "no control characters");
    }
  }

  DefinitionException wrong(String column, String limit, String value) {
    return new DefinitionException(place(column), limit, value);
  }

  /** A problem of a value that is not to be repeated. */
  private DefinitionException secret(String column, String limit) {
    return DefinitionException.about(place(column), limit, null);
  }

  private DefinitionException missing(String column) {
    return DefinitionException.missing(place(column));
  }

  private String place(String column) {
    return "%s:%d: %s".formatted(file, line, column);
  }
}
