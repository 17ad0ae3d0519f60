package io.brokerbench.core.recipe;

import io.brokerbench.core.base.Bounds;
import java.util.List;
import java.util.Optional;

/**
 * What a broker reports about itself, and where: in one of three ways.
 *
 * @param sys on topics below $SYS
 * @param http in JSON over HTTP
 * @param prometheus in the text format of Prometheus
 */
public record Reports(Optional<Sys> sys, Optional<Http> http, Optional<Prometheus> prometheus) {

  /**
   * Topics, each with a number.
   *
   * @param stored all messages that it holds
   * @param retained those among them that are retained ones, which wait for no client
   * @param connections clients that are connected, with the one that asks
   * @param heap bytes that it has allocated
   * @param storedBytes bytes of the payloads that it holds
   * @param heapIsLive whether each byte of the heap is in use: no garbage waits for a collector
   */
  public record Sys(
      Optional<String> stored,
      Optional<String> retained,
      Optional<String> connections,
      Optional<String> heap,
      Optional<String> storedBytes,
      Optional<Boolean> heapIsLive) {}

  /**
   * Pages with JSON.
   *
   * @param port name of the port
   * @param login user and password with a colon between; absent for none
   * @param queued where numbers of queued messages are, which add up
   * @param kept where numbers of those among them are that wait for no client
   * @param connections where the number of connections is
   * @param memory where the allocated bytes are
   */
  public record Http(
      String port,
      Optional<String> login,
      Optional<List<Place>> queued,
      Optional<List<Place>> kept,
      Optional<Place> connections,
      Optional<Place> memory) {}

  /**
   * A place in a page of JSON.
   *
   * @param path of the page, from the slash on
   * @param json what is asked by POST; absent for a page that is read by GET
   * @param pointer to a number in it, or to what has numbers in it, which add up (RFC 6901)
   */
  public record Place(@Bounds(min = 1) String path, Optional<String> json, String pointer) {

    /** On a page that is read by GET. */
    public Place(String path, String pointer) {
      this(path, Optional.empty(), pointer);
    }
  }

  /**
   * A page in the text format of Prometheus. Samples of the names add up.
   *
   * @param port name of the port
   * @param path of the page, from the slash on
   * @param queued names whose samples are queued messages
   * @param connections names whose samples are connected clients
   * @param memory names whose samples are allocated bytes
   */
  public record Prometheus(
      String port,
      @Bounds(min = 1) String path,
      Optional<List<String>> queued,
      Optional<List<String>> connections,
      Optional<List<String>> memory) {}
}
