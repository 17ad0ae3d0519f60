/**
 * Messages that the broker is to deliver only after a delay: when they are due, and what came too
 * early. How clients ask for the delay is not known here.
 */
package io.brokerbench.core.engine.delay;
