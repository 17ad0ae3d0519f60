/** A broker that is there already: reached, watched if its process is named, never stopped. */
package io.brokerbench.containers.remote;
