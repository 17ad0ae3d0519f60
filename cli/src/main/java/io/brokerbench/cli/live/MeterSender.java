package io.brokerbench.cli.live;

import io.brokerbench.core.base.RootCause;
import io.micrometer.core.ipc.http.HttpSender;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Sends meters over HTTP, and says once where they do not arrive. It waits for a receiver for two
 * seconds at most, as the last meters are sent when the run is over. Called by the threads of
 * registries.
 */
final class MeterSender implements HttpSender {

  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final HttpSender http = new HttpUrlConnectionSender(LIMIT, LIMIT);
  private final AtomicBoolean said = new AtomicBoolean();
  private final String place;
  private final Consumer<String> failures;

  /**
   * To one place.
   *
   * @param place as the user gave it
   * @param failures gets the first failure, in one line
   */
  MeterSender(String place, Consumer<String> failures) {
    this.place = place;
    this.failures = failures;
  }

  @Override
  public Response send(Request request) throws Throwable {
    try {
      Response response = http.send(request);
      if (!response.isSuccessful()) {
        failed("the answer is HTTP " + response.code());
      }
      return response;
    } catch (Exception e) {
      failed(RootCause.text(e));
      throw e;
    }
  }

  private void failed(String why) {
    if (said.compareAndSet(false, true)) {
      failures.accept("no meters reach " + place + ": " + why);
    }
  }
}
