package io.brokerbench.jms.client;

import io.brokerbench.core.base.RootCause;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The properties of a bean that can be set from a text. */
final class FactoryProperties {

  private static final int SET = "set".length();

  private final Map<String, Method> setters = new TreeMap<>();

  /** Of objects of a class. */
  FactoryProperties(Class<?> type) {
    for (Method method : type.getMethods()) {
      if (method.getName().startsWith("set")
          && method.getName().length() > SET
          && method.getParameterCount() == 1
          && !Modifier.isStatic(method.getModifiers())
          && isSimple(method.getParameterTypes()[0])) {
        setters.merge(name(method), method, FactoryProperties::ofText);
      }
    }
  }

  /** Of two setters of one property, the one that takes the text as it is. */
  private static Method ofText(Method one, Method other) {
    return other.getParameterTypes()[0] == String.class ? other : one;
  }

  private static String name(Method setter) {
    String name = setter.getName().substring(SET);
    boolean acronym =
        name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1));
    return acronym ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static boolean isSimple(Class<?> type) {
    return type == String.class || type.isEnum() || (type.isPrimitive() && type != char.class);
  }

  List<String> names() {
    return List.copyOf(setters.keySet());
  }

  /**
   * Sets one.
   *
   * @param name one of {@link #names}
   * @return what is wrong with the value; empty if it was set
   */
  Optional<String> set(Object bean, String name, String text) {
    Method setter = setters.get(name);
    Class<?> type = setter.getParameterTypes()[0];
    Object value;
    try {
      value = value(type, text);
    } catch (IllegalArgumentException e) {
      return Optional.of("%s, not %s".formatted(kind(type), text));
    }
    try {
      setter.invoke(bean, value);
      return Optional.empty();
    } catch (InvocationTargetException e) {
      return Optional.of("%s is refused: %s".formatted(text, RootCause.text(e.getCause())));
    } catch (ReflectiveOperationException e) {
      return Optional.of("it cannot be set: " + e);
    }
  }

  private static String kind(Class<?> type) {
    if (type == boolean.class) {
      return "true or false";
    }
    return type.isEnum()
        ? "one of " + Arrays.toString(type.getEnumConstants())
        : "a number of the type " + type;
  }

  private static Object value(Class<?> type, String text) {
    if (type == String.class) {
      return text;
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(constant -> ((Enum<?>) constant).name().equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(text));
    }
    if (type == boolean.class) {
      if (!text.equals("true") && !text.equals("false")) {
        throw new IllegalArgumentException(text);
      }
      return text.equals("true");
    }
    if (type == int.class) {
      return Integer.parseInt(text);
    }
    if (type == long.class) {
      return Long.parseLong(text);
    }
    if (type == double.class) {
      return Double.parseDouble(text);
    }
    if (type == float.class) {
      return Float.parseFloat(text);
    }
    return type == short.class ? (Object) Short.parseShort(text) : (Object) Byte.parseByte(text);
  }
}
