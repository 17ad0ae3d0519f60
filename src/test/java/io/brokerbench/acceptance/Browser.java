package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.print.PrintOptions;

/**
 * Headless Chromium with an empty profile; tests that need it are skipped where it is not
 * installed.
 */
final class Browser implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What has been drawn: pixels that are not transparent, of each canvas. */
  private static final String DRAWN =
      """
      return [...document.querySelectorAll('.plot')].map(plot => {
        const canvas = plot.querySelector('canvas');
        if (!canvas || !canvas.width || !canvas.height) return 0;
        // Of a copy, as reading the page's own canvas makes the browser warn of it.
        const copy = document.createElement('canvas');
        copy.width = canvas.width;
        copy.height = canvas.height;
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
        let drawn = 0;
        for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 0) drawn++;
        return drawn;
      });
      """;

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts one, with the driver that is installed with it: nothing is downloaded.
   *
   * @param folder for its profile
   */
  static Browser open(Path folder) {
    Path chromium = RequiredProgram.CHROMIUM.orSkip();
    Path driver = RequiredProgram.CHROMEDRIVER.orSkip();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + folder.resolve("profile"));
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.toFile())
            .usingAnyFreePort()
            .build();
    Browser browser = new Browser(new ChromeDriver(service, options));
    browser.resize(1280, 900);
    return browser;
  }

  /** Opens a page. */
  Browser show(String address) {
    driver.get(address);
    return this;
  }

  /** The width and height of what is shown, in CSS pixels. */
  Browser resize(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    return this;
  }

  /** Light or dark, as the system's setting would have it. */
  Browser theme(String name) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    return this;
  }

  /** With scripts, or without. */
  Browser scripts(boolean allowed) {
    driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
    return this;
  }

  /** What a script says. */
  Object ask(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** The text that is on the page. */
  String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  /** Clicks in the middle of an element, so many times. */
  Browser click(String selector, int times) {
    return click(selector, 0.5, 0.5, times);
  }

  /** Clicks in an element, at shares of its width and height from its upper left, so many times. */
  Browser click(String selector, double across, double down, int times) {
    Actions actions = at(selector, across, down);
    for (int i = 0; i < times; i++) {
      actions.click();
    }
    actions.perform();
    return this;
  }

  /** Drags the pointer over an element, from and to shares of its width from its left. */
  Browser drag(String selector, double from, double to) {
    int width = driver.findElement(By.cssSelector(selector)).getSize().getWidth();
    at(selector, from, 0.5)
        .clickAndHold()
        .moveByOffset((int) (width * (to - from) / 2), 0)
        .moveByOffset((int) (width * (to - from) / 2), 0)
        .release()
        .perform();
    return this;
  }

  private Actions at(String selector, double across, double down) {
    WebElement element = driver.findElement(By.cssSelector(selector));
    // Offsets are from the middle.
    int right = (int) (element.getSize().getWidth() * (across - 0.5));
    int below = (int) (element.getSize().getHeight() * (down - 0.5));
    driver.executeScript("arguments[0].scrollIntoView({block: 'center'});", element);
    return new Actions(driver).moveToElement(element, right, below);
  }

  /** Puts the keyboard's focus on an element. */
  Browser focus(String selector) {
    ask("document.querySelector(arguments[0]).focus();", selector);
    return this;
  }

  /** Types characters. */
  Browser type(String characters) {
    new Actions(driver).sendKeys(characters).perform();
    return this;
  }

  /** Types into a field, as a CSS selector finds it. */
  Browser type(String field, String text) {
    driver.findElement(By.cssSelector(field)).sendKeys(text);
    return this;
  }

  /** Presses keys. */
  Browser press(Keys... keys) {
    Actions actions = new Actions(driver);
    List.of(keys).forEach(actions::sendKeys);
    actions.perform();
    return this;
  }

  /** The page as a PDF, on the paper that a printer has. */
  byte[] print() {
    return Base64.getDecoder().decode(driver.print(new PrintOptions()).getContent());
  }

  /** Loads the page again. */
  Browser reload() {
    driver.navigate().refresh();
    return this;
  }

  /** Waits until another page is shown. */
  Browser awaitAddress(String end) {
    await().atMost(PATIENCE).until(() -> driver.getCurrentUrl().endsWith(end));
    return this;
  }

  /** Waits until the page says something. */
  Browser awaitText(String expected) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> text().contains(expected));
    return this;
  }

  /** Waits until each chart has been drawn, and there are so many at least. */
  Browser awaitCharts(int least) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat((List<?>) ask(DRAWN))
                    .hasSizeGreaterThanOrEqualTo(least)
                    .allSatisfy(drawn -> assertThat((Long) drawn).isGreaterThan(500L)));
    return this;
  }

  /** Waits until there is nothing to scroll sideways: charts follow the window a little later. */
  Browser awaitWidth(int most) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat((Long) ask("return document.documentElement.scrollWidth;"))
                    .as("nothing to scroll sideways")
                    .isLessThanOrEqualTo(most));
    return this;
  }

  /** Nothing went wrong on the pages that were shown since the last call. */
  Browser hasNoErrors() {
    List<LogEntry> entries = driver.manage().logs().get(LogType.BROWSER).getAll();
    assertThat(entries).as("console").isEmpty();
    return this;
  }

  /** Nothing went wrong on the page, and it asked for nothing. */
  Browser isQuiet() {
    hasNoErrors();
    assertThat((List<?>) ask("return performance.getEntriesByType('resource').map(e => e.name);"))
        .as("requests")
        .isEmpty();
    return this;
  }

  /** Keeps a picture of the whole page, below target. */
  Browser picture(String name) {
    Object height = ask("return Math.ceil(document.documentElement.scrollHeight);");
    Object width = ask("return innerWidth;");
    resize(((Long) width).intValue(), Math.min(8_000, ((Long) height).intValue()));
    try {
      Path folder = Files.createDirectories(Path.of("target", "pictures"));
      Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return resize(((Long) width).intValue(), 900);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
