/**
 * Client libraries of JMS as files: which class makes connections, where its jars are, which
 * properties it gets, and what it can do. A library is loaded in a class loader of its own, which
 * shares the interfaces of JMS and of logging with the tool, and nothing else. How clients make a
 * load is not known here.
 */
package io.brokerbench.jms.client;
