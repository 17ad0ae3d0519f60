package io.brokerbench.mqtt.library;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Optional;
import java.util.jar.Manifest;

/** The version of a library, as its jar says. */
public final class LibraryVersion {

  private LibraryVersion() {}

  /** The bundle version in the manifest of the jar that a class comes from; else "unknown". */
  public static String of(Class<?> type) {
    URL place = type.getResource(type.getSimpleName() + ".class");
    try {
      if (place != null && place.openConnection() instanceof JarURLConnection jar) {
        return Optional.ofNullable(jar.getManifest())
            .map(Manifest::getMainAttributes)
            .map(attributes -> attributes.getValue("Bundle-Version"))
            .orElse("unknown");
      }
    } catch (IOException e) {
      return "unknown"; // a jar that can no longer be read says nothing
    }
    return "unknown";
  }
}
