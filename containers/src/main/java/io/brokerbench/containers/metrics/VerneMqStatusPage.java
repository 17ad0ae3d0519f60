package io.brokerbench.containers.metrics;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Reads VerneMQ's page of its cluster: a list with one object, which has a field for each node. */
public final class VerneMqStatusPage {

  private static final ObjectMapper JSON = new ObjectMapper();

  private VerneMqStatusPage() {}

  /**
   * How many fields that object has.
   *
   * @throws IOException if the page is not to be had
   */
  public static int fieldsOfFirst(InetSocketAddress address, String path) throws IOException {
    return JSON.readTree(HttpPage.text(address, path, "")).path(0).size();
  }
}
