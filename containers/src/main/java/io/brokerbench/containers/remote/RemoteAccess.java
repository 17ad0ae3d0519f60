package io.brokerbench.containers.remote;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.Access.PreSharedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads what clients need from the parameters of a selector. What is secret comes from files or the
 * environment: every user of the machine can see a command line.
 *
 * @param query the parameters
 * @param environment values of variables by name; null for one that is not set
 */
record RemoteAccess(RemoteQuery query, UnaryOperator<String> environment) {

  static final String PASSWORD = "BROKERBENCH_PASSWORD";

  /**
   * Reads it.
   *
   * @throws DefinitionException if something is wrong or missing, or a file cannot be read
   */
  Access read() {
    return new Access(query.file("trust"), verifyHost(), certificate(), psk(), login());
  }

  private boolean verifyHost() {
    String verify = query.text("verify").orElse("true");
    if (!verify.equals("true") && !verify.equals("false")) {
      throw new DefinitionException("verify", "true or false", verify);
    }
    return verify.equals("true");
  }

  private Optional<ClientCertificate> certificate() {
    return both("cert", "key") ? Optional.of(ownCertificate()) : Optional.empty();
  }

  private ClientCertificate ownCertificate() {
    return new ClientCertificate(query.file("cert").orElseThrow(), query.file("key").orElseThrow());
  }

  private Optional<PreSharedKey> psk() {
    if (!both("psk-identity", "psk-file")) {
      return Optional.empty();
    }
    Path file = query.file("psk-file").orElseThrow();
    try {
      byte[] key = HexFormat.of().parseHex(content(file).strip());
      if (key.length > 0) {
        return Optional.of(
            new PreSharedKey(query.text("psk-identity").orElseThrow(), key, Optional.of(file)));
      }
    } catch (IllegalArgumentException e) {
      throw notHexadecimal(file); // without the cause, whose message may have a part of the key
    }
    throw notHexadecimal(file);
  }

  private static DefinitionException notHexadecimal(Path file) {
    return new DefinitionException("psk-file", "a key in hexadecimal digits, two a byte", file);
  }

  private Optional<Login> login() {
    Optional<String> user = query.text("user");
    Optional<Path> file = query.file("password-file");
    if (user.isEmpty()) {
      file.ifPresent(
          path -> {
            throw new DefinitionException("password-file", "only with user=NAME", path);
          });
      return Optional.empty();
    }
    String password =
        file.map(path -> content(path).replaceFirst("\\R$", ""))
            .orElseGet(() -> environment.apply(PASSWORD));
    if (password == null) {
      throw new DefinitionException(
          "user",
          "needs a password, in the environment variable %s or with password-file=FILE"
              .formatted(PASSWORD),
          user.get());
    }
    return Optional.of(new Login(user.get(), password));
  }

  private boolean both(String one, String other) {
    boolean first = query.text(one).isPresent();
    if (first != query.text(other).isPresent()) {
      throw new DefinitionException(
          "%s needs %s as well".formatted(first ? one : other, first ? other : one));
    }
    return first;
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new DefinitionException(file + ": not readable as text", e);
    }
  }
}
