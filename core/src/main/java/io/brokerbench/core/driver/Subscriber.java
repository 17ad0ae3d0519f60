package io.brokerbench.core.driver;

/** A client that receives messages of one subscription. Calls are made on its lane's thread. */
public interface Subscriber extends Client {

  /** Subscribes; reports {@link SubscriberListener#onSubscribed}, or a disconnect where refused. */
  void subscribe();
}
