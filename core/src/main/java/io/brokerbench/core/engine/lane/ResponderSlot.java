package io.brokerbench.core.engine.lane;

import java.util.function.Supplier;

/**
 * One responder of a lane. Its driver replies by itself; what is counted here is which requests
 * came.
 */
public final class ResponderSlot extends ConsumerSlot {

  private final int responder;
  private final RequestMeter requests;

  /**
   * A responder.
   *
   * @param id among the subscribers of the run
   * @param responder among the responders
   */
  public ResponderSlot(int id, int responder, LaneLoad lane, RequestMeter requests) {
    super(id, lane);
    this.responder = responder;
    this.requests = requests;
  }

  @Override
  String name() {
    return "responder " + responder;
  }

  @Override
  public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
    requests.onRequest(nanos, word0, word1, word2, payloadBytes, responder);
  }

  @Override
  public void onWrongProperties() {
    onDamaged(() -> name() + " got a request without a response topic or correlation data");
  }

  @Override
  void onDamaged(Supplier<String> wrong) {
    requests.onDamaged(wrong);
  }
}
