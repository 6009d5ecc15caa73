import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowserBinary } from "./browser-binary.ts";

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
];

/** Opens the one browser of the browser tests; web security stays on, as in a merchant's browser. */
export async function openBrowser(): Promise<Browser> {
  const binary = await findBrowserBinary();
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: binary.executablePath,
    args: isRoot ? [...launchArguments, "--no-sandbox"] : launchArguments,
    env: { ...process.env, ...binary.env },
  });
}

/** A page of a given width in a context of its own, with the name of an ordinary Chrome: the app turns robots away. */
export async function openPage(browser: Browser, size: { width: number; height?: number }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height ?? 900 },
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    locale: "en-PK",
    timezoneId: "Asia/Karachi",
  });
  context.setDefaultTimeout(20_000);
  return context.newPage();
}
