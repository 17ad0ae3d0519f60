package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.device.DeviceTable;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import java.util.Optional;
import java.util.function.Predicate;

/** Clients with certificates or pre-shared keys of their own connect over TLS with these. */
public final class DeviceTls {

  private DeviceTls() {}

  /**
   * Checks that they do.
   *
   * @param rows of the clients
   * @param publishersPlain whether publishers without a cipher connect without TLS, as they do to a
   *     broker that is started here
   * @param consumersPlain the same of consumers
   * @throws DefinitionException if they do not; the message names file and line
   */
  public static void require(
      Scenario scenario, DeviceRows rows, boolean publishersPlain, boolean consumersPlain) {
    Optional<DeviceFiles> files = scenario.devices();
    require(
        files.flatMap(DeviceFiles::publishers),
        scenario.topology().publishers(),
        scenario.security().ofPublishers(),
        publishersPlain,
        rows::anyPublisher);
    require(
        files.flatMap(DeviceFiles::consumers),
        scenario.topology().consumers(),
        scenario.security().ofConsumers(),
        consumersPlain,
        rows::anyConsumer);
  }

  private static void require(
      Optional<String> file,
      int clients,
      Optional<CipherSuite> cipher,
      boolean plain,
      Predicate<Predicate<ClientIdentity>> any) {
    boolean keys = cipher.filter(CipherSuite::isPsk).isPresent();
    boolean certificates = !keys && (cipher.isPresent() || !plain);
    String how = keys ? "with pre-shared keys" : certificates ? "with certificates" : "without TLS";
    Predicate<ClientIdentity> certificate = identity -> identity.certificate().isPresent();
    if (!certificates && any.test(certificate)) {
      throw wrong(file, clients, "certificate", certificate, "certificates", how);
    }
    Predicate<ClientIdentity> psk = identity -> identity.psk().isPresent();
    if (!keys && any.test(psk)) {
      throw wrong(file, clients, "psk", psk, "pre-shared keys", how);
    }
  }

  /** The file is read once more, for the line. */
  private static DefinitionException wrong(
      Optional<String> file,
      int clients,
      String column,
      Predicate<ClientIdentity> has,
      String what,
      String how) {
    DeviceTable table = DeviceTable.read(file.orElseThrow(), clients);
    int row = 0;
    while (!has.test(table.devices().get(row).identity())) {
      row++;
    }
    return table.wrong(
        row,
        column,
        "only over TLS with %s, and these clients connect %s; see security.clients"
            .formatted(what, how),
        "is given");
  }
}
