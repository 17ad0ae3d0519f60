/**
 * Certificates for brokers that are started here: made when they are needed, by an authority of
 * their own, and gone with the broker. Which broker reads them, and from what kind of file, is
 * decided elsewhere.
 */
package io.brokerbench.containers.certificates;
