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

/**
 * The properties of a bean that can be set from a text: those with a setter, and where it has
 * {@code setProperty(String, String)}, those of any name, which that method accepts or refuses.
 */
final class FactoryProperties {

  private static final int SET = "set".length();

  private final Map<String, Method> setters = new TreeMap<>();
  private final Optional<Method> ofAnyName;

  /** Of objects of a class. */
  FactoryProperties(Class<?> type) {
    ofAnyName =
        Arrays.stream(type.getMethods())
            .filter(method -> method.getName().equals("setProperty"))
            .filter(method -> !Modifier.isStatic(method.getModifiers()))
            .filter(
                method ->
                    List.of(method.getParameterTypes()).equals(List.of(String.class, String.class)))
            .findFirst();
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

  /** Of two setters of one property, the one that takes the text as it is; the same each time. */
  private static Method ofText(Method one, Method other) {
    return rank(one).compareTo(rank(other)) <= 0 ? one : other;
  }

  private static String rank(Method setter) {
    Class<?> type = setter.getParameterTypes()[0];
    return type == String.class ? "" : type.getName();
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

  /** Those with a setter. */
  List<String> names() {
    return List.copyOf(setters.keySet());
  }

  /** Whether one of that name may be set. */
  boolean mayHave(String name) {
    return setters.containsKey(name) || ofAnyName.isPresent();
  }

  /**
   * Sets one.
   *
   * @param name one that it {@linkplain #mayHave may have}
   * @return what is wrong with the value; empty if it was set
   */
  Optional<String> set(Object bean, String name, String text) {
    if (!setters.containsKey(name)) {
      return call(bean, ofAnyName.orElseThrow(), text, name, text);
    }
    Method setter = setters.get(name);
    Class<?> type = setter.getParameterTypes()[0];
    Object value;
    try {
      value = value(type, text);
    } catch (IllegalArgumentException e) {
      return Optional.of("%s, not %s".formatted(kind(type), text));
    }
    return call(bean, setter, text, value);
  }

  private static Optional<String> call(Object bean, Method setter, String text, Object... values) {
    try {
      setter.invoke(bean, values);
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
