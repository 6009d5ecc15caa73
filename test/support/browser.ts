import { type Browser, chromium, type LaunchOptions, type Page } from "playwright-core";
import { findBrowserBinary } from "./browser-binary.ts";
import { watchPage } from "./watched.ts";

// The admin frame and the app are two local origins: with the first feature on, the frame's iframe stays empty.
// Chromium reads only the last such switch, so what playwright turns off by its own is repeated.
const featuresOff = ["LocalNetworkAccessChecks", "HttpsUpgrades", "PaintHolding", "OptimizationHints"];
const launchArguments = [
  `--disable-features=${featuresOff.join(",")}`,
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-dev-shm-usage",
  "--no-default-browser-check",
  "--no-pings",
  "--font-render-hinting=none",
  // Nothing of a test leaves the machine.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
];

/** Opens a browser that ends with this process; web security stays on, as in a merchant's browser. */
export async function openBrowser(options: Pick<LaunchOptions, "handleSIGTERM"> = {}): Promise<Browser> {
  const binary = await findBrowserBinary();
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    ...options,
    executablePath: binary.executablePath,
    args: isRoot ? [...launchArguments, "--no-sandbox"] : launchArguments,
    env: { ...process.env, ...binary.env },
  });
}

/** A page of a given width in a context of its own, with the name of an ordinary Chrome: the app turns robots away. */
export async function openPage(
  browser: Pick<Browser, "newContext" | "version">,
  size: { width: number; height?: number },
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height ?? 900 },
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    locale: "en-PK",
    timezoneId: "Asia/Karachi",
  });
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  watchPage(page);
  await drawPictures(page);
  // A page that asks for what its policy forbids is broken for a merchant. Nobody waits for this: it fails the whole run,
  // also where the page is opened before the first test.
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) void Promise.reject(new Error(message.text()));
  });
  return page;
}

/**
 * Pictures of the catalog are drawn here; whatever else is asked of the world is refused. Playwright's own routes would
 * have the browser forget what it has read: every page would be fetched and compiled anew.
 */
async function drawPictures(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Fetch.requestPaused", ({ requestId, request, resourceType }) => {
    const answered =
      resourceType === "Image"
        ? devtools.send("Fetch.fulfillRequest", { requestId, ...pictureOf(request.url) })
        : devtools.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // A page that was closed meanwhile waits for no picture.
    answered.catch(() => undefined);
  });
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "https://*" }] });
}

function pictureOf(url: string) {
  const hue = [...url].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360;
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 45% 85%)"/><circle cx="40" cy="42" r="20" fill="hsl(${hue} 45% 55%)"/></svg>`;
  return {
    responseCode: 200,
    responseHeaders: [{ name: "content-type", value: "image/svg+xml" }],
    body: Buffer.from(body).toString("base64"),
  };
}
