/**
 * Benchmarks of the load rig's hot paths. They stand in the rig's own package, so that nothing has
 * to be public for them; what they measure is in the module {@code core}.
 */
package io.brokerbench.core.engine;
