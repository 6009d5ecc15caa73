import type { Frame, Page } from "playwright-core";

/** What Cumulative Layout Shift may be at most: half of what Built for Shopify allows. */
const MOST_SHIFT = 0.05;

/** Counts in every document of the page what moves without a press. Call it before the first document is opened. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** That the document moved more than it may until now, what was painted last included. */
export async function listShiftFaults(frame: Frame): Promise<string[]> {
  const shift = await frame.evaluate(async () => {
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
    return (window as unknown as { seen: { shift: number } }).seen.shift;
  });
  return shift > MOST_SHIFT ? [`moves by ${shift.toFixed(3)}`] : [];
}
