import type { Browser, CDPSession, Frame, Locator, Page } from "playwright-core";
import { openPage } from "#test/support/browser.ts";

export type PageSize = {
  readonly name: "phone" | "desk";
  readonly width: number;
  readonly height: number;
  /** How often slower than this machine's the processor is. */
  readonly slowdown: number;
  readonly network: Readonly<{ latency: number; downloadThroughput: number; uploadThroughput: number }>;
};

const bytesOf = (megabits: number) => (megabits * 1_000_000) / 8;

/**
 * The phone is on “Slow 4G” as Lighthouse has it: 150 ms there and back, 1.6 Mbit/s down, 0.75 up. DevTools delays whole
 * requests, not packets, for which Lighthouse asks it for 3.75 times the delay and 0.9 of the speeds. The desk is on a line of an office.
 */
export const pageSizes: readonly PageSize[] = [
  {
    ...{ name: "phone", width: 360, height: 780, slowdown: 4 },
    network: { latency: 562.5, downloadThroughput: bytesOf(1.44), uploadThroughput: bytesOf(0.675) },
  },
  {
    ...{ name: "desk", width: 1280, height: 900, slowdown: 1 },
    network: { latency: 20, downloadThroughput: bytesOf(20), uploadThroughput: bytesOf(10) },
  },
];

export type Visit = {
  readonly lcpMs: number;
  readonly shift: number;
  readonly pressMs: number;
  /** The element that was painted last and largest. */
  readonly largest: string;
  /** What was pressed, in its own words. */
  readonly pressed: string;
};

type VisitOptions = { readonly size: PageSize; readonly press?: string | undefined };

/** Opens an address of the admin with an empty cache, waits until nothing moves any more, and presses something once. */
export async function measureVisit(
  browser: Browser,
  address: string,
  { size, press }: VisitOptions,
): Promise<Visit> {
  const page = await openPage(browser, size);
  try {
    await page.addInitScript(observe);
    await slowDown(await page.context().newCDPSession(page), size);
    // Nothing looks into the frame before it is loaded: that would lay it out without its styles.
    await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    const frame = await findFrame(page);
    await frame.waitForLoadState("networkidle", { timeout: 60_000 });
    await frame.evaluate(waitUntilIdle);
    const painted = await frame.evaluate(readPaints);
    const pressed = await pressOnce(frame, press === undefined ? PRESSABLE : [press]);
    return { ...painted, pressed, pressMs: await frame.evaluate(readSlowestPress) };
  } finally {
    await page.context().close();
  }
}

async function slowDown(session: CDPSession, { network, slowdown }: PageSize): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

async function findFrame(page: Page): Promise<Frame> {
  const handle = await page.locator("#app").elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error("The admin shows no frame of the app");
  return frame;
}

/** The page answers presses: React has taken over all of it, which a slow phone does for a while after the last file came. */
function waitUntilIdle(): Promise<void> {
  return new Promise((settle) => {
    const look = (deadline: IdleDeadline) =>
      deadline.timeRemaining() > 10 ? settle() : void requestIdleCallback(look);
    requestIdleCallback(look);
  });
}

/** What answers at once and changes nothing: the first of these that a page shows. */
const PRESSABLE = [
  "[role=tab][aria-selected=false]",
  "input[type=checkbox]:not(:disabled)",
  "button[aria-expanded]",
  "button[aria-haspopup]",
  "summary",
  "input[type=text]",
  "h1",
] as const;

async function pressOnce(frame: Frame, selectors: readonly string[]): Promise<string> {
  const first = await findShown(frame, selectors);
  const pressed = await first.evaluate((element) => {
    const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return `${element.tagName.toLowerCase()} ${words.trim().slice(0, 30)}`.trim();
  });
  await first.click({ force: true, timeout: 5000 });
  // An event is reported once the frame after it was painted.
  await frame.evaluate(() => new Promise((settle) => requestAnimationFrame(() => setTimeout(settle, 300))));
  return pressed;
}

async function findShown(frame: Frame, selectors: readonly string[]): Promise<Locator> {
  for (const selector of selectors) {
    const first = frame.locator(selector).filter({ visible: true }).first();
    if ((await first.count()) > 0) return first;
  }
  throw new Error(`A page shows none of ${selectors.join(", ")}`);
}

type PaintTimings = { lcpMs: number; largest: string; shift: number; slowestMs: number };

/** Runs in the browser, in each frame, before anything of the page. */
function observe(): void {
  const seen: PaintTimings = { lcpMs: 0, largest: "", shift: 0, slowestMs: 0 };
  Object.assign(window, { seen });
  const watch = (type: string, take: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (entry: PerformanceEntry & { element?: Element }) => {
    seen.lcpMs = entry.startTime;
    seen.largest = entry.element?.tagName.toLowerCase() ?? "?";
  });
  watch("layout-shift", (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  watch(
    "event",
    (entry: PerformanceEntry & { interactionId: number }) => {
      if (entry.interactionId > 0) seen.slowestMs = Math.max(seen.slowestMs, entry.duration);
    },
    { durationThreshold: 16 },
  );
}

function readPaints(): Pick<PaintTimings, "lcpMs" | "largest" | "shift"> {
  const { lcpMs, largest, shift } = (window as unknown as { seen: PaintTimings }).seen;
  return { lcpMs, largest, shift };
}

function readSlowestPress(): number {
  return (window as unknown as { seen: PaintTimings }).seen.slowestMs;
}
