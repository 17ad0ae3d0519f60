/**
 * The interface to agents on other machines, without the engine that connects them: settings of a
 * cluster, what an agent offers, which build it is, and the interface of the module that has the
 * engine. That module is on the class path only where it is asked for.
 */
package io.brokerbench.core.cluster;
