package io.brokerbench.containers.remote;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a selector says of each of its addresses.
 *
 * @param address with one node for each of its addresses
 */
record RemoteNodes(RemoteAddress address) {

  private static final String ROLES = "roles";
  private static final String NODES = "nodes";
  private static final String PID = "pid";
  private static final String PRIMARY = "primary";
  private static final String BACKUP = "backup";

  /** Nothing that a shell would not take as it is. */
  private static final String NAME = "[\\p{Alnum}][\\p{Alnum}._:/-]{0,99}";

  /**
   * Checks what is said.
   *
   * @throws DefinitionException if the roles, names or processes do not fit the addresses
   */
  RemoteNodes {
    List<String> roles = address.query().list(ROLES);
    if (!roles.isEmpty()) {
      requireRoles(roles, address);
    }
    List<String> names = address.query().list(NODES);
    if (!names.isEmpty()) {
      requireOneEach(NODES, names, address);
      names.forEach(RemoteNodes::requireName);
      twice(names)
          .ifPresent(
              name -> {
                throw new DefinitionException(NODES, "a name for one address only", name);
              });
    }
    if (address.query().pids().size() > 1) {
      requireOneEach(PID, address.query().list(PID), address);
    }
  }

  private static void requireRoles(List<String> roles, RemoteAddress address) {
    requireOneEach(ROLES, roles, address);
    for (String role : roles) {
      if (!role.equals(PRIMARY) && !role.equals(BACKUP)) {
        throw new DefinitionException(ROLES, PRIMARY + " or " + BACKUP, role);
      }
    }
    if (Collections.frequency(roles, PRIMARY) != 1 || roles.size() < 2) {
      throw new DefinitionException(
          ROLES, "one primary, and at least one backup", String.join(",", roles));
    }
  }

  private static void requireOneEach(String field, List<String> values, RemoteAddress address) {
    int addresses = address.addresses().size();
    if (values.size() != addresses) {
      throw new DefinitionException(
          field,
          addresses == 1
              ? "one, as there is one address"
              : "one for each of %d addresses".formatted(addresses),
          String.join(",", values));
    }
  }

  private static void requireName(String name) {
    if (!name.matches(NAME)) {
      throw new DefinitionException(NODES, "1 to 100 letters, digits and . _ : / -", name);
    }
  }

  private static Optional<String> twice(List<String> names) {
    Set<String> seen = new HashSet<>();
    return names.stream().filter(name -> !seen.add(name)).findFirst();
  }

  /** Whether one of the addresses is active at a time, and the others are alternatives. */
  boolean isPair() {
    return !address.query().list(ROLES).isEmpty();
  }

  /** The address of the primary, and those of the backups after it; as written without roles. */
  List<Integer> order() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < address.addresses().size(); i++) {
      order.add(i);
    }
    if (isPair()) {
      Collections.swap(order, 0, address.query().list(ROLES).indexOf(PRIMARY));
    }
    return order;
  }

  /** All listeners, those of each kind in an order of the addresses. */
  List<Endpoint> endpoints(List<Integer> order) {
    List<Endpoint> endpoints = new ArrayList<>();
    Map<Listener, List<Endpoint>> byKind =
        address.endpoints().stream()
            .collect(
                Collectors.groupingBy(
                    Endpoint::listener, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    for (List<Endpoint> ofKind : byKind.values()) {
      endpoints.addAll(
          ofKind.size() == order.size() ? order.stream().map(ofKind::get).toList() : ofKind);
    }
    return endpoints;
  }

  /**
   * One address as a node.
   *
   * @param processes one for each address, in the order written, or others
   */
  RemoteNode node(int index, Access access, List<ProcessHandle> processes) {
    Optional<ProcessHandle> own =
        processes.size() == address.addresses().size()
            ? Optional.of(processes.get(index))
            : Optional.empty();
    return new RemoteNode(name(index), address.addresses().get(index), access, own, isPair());
  }

  /** The given name; else the host, with the port where another address has the same host. */
  private String name(int index) {
    List<String> names = address.query().list(NODES);
    if (!names.isEmpty()) {
      return names.get(index);
    }
    Endpoint own = address.addresses().get(index);
    long ofHost =
        address.addresses().stream().filter(other -> other.host().equals(own.host())).count();
    return ofHost == 1 ? own.host() : own.host() + ":" + own.port();
  }
}
