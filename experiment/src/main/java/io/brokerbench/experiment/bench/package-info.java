/**
 * What every experiment needs of its surroundings: rigs that run one scenario, a broker with the
 * means to put load on it ({@link io.brokerbench.experiment.bench.BrokerUnderTest}), and the switch
 * that ends what is under way.
 *
 * <p>How brokers are started and what is done with rigs is not known here.
 */
package io.brokerbench.experiment.bench;
