import type { Frame, Page } from "playwright-core";
import type { AdminPage } from "./admin-page.ts";

export async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.locator("#app").elementHandle())?.contentFrame();
  if (!frame) throw new Error("The admin shows no frame of the app");
  return frame;
}

/** Where a page stands: while its outline is shown, with its title, as its figures are held back, and once it is there. */
export async function measureOutline(
  { page, app }: AdminPage,
  go: () => Promise<unknown>,
): Promise<{ readonly outline: object; readonly title: string | null; readonly arrived: object }> {
  // The page before is there itself, and not its outline.
  await app.locator("main:not(:has(.Polaris-SkeletonBodyText))").waitFor();
  const { promise: isMeasured, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(isData, (route) => isMeasured.then(() => route.continue()));
  await go();
  await app.locator(".Polaris-SkeletonBodyText").filter({ visible: true }).first().waitFor();
  const outline = await (await frameOf(page)).evaluate(readGeometry);
  const title = await app.getByRole("heading", { level: 1 }).textContent();
  letGo();
  await app.locator("main:not(:has(.Polaris-SkeletonBodyText))").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return { outline, title, arrived: await (await frameOf(page)).evaluate(readGeometry) };
}

const isData = ({ searchParams }: URL) => searchParams.has("_data");

/** Where the title, the first thing below it and the columns are, in whole pixels. */
function readGeometry() {
  const place = (element: Element | null | undefined) => {
    if (!element || element.getClientRects().length === 0) return null;
    const { x, y, width } = element.getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y + scrollY), width: Math.round(width) };
  };
  const title = place(document.querySelector("h1"));
  const sides = [".k-categories", ".k-order-side", ".k-figures"].map((name) => {
    const side = place(document.querySelector(name));
    return side && { x: side.x, width: side.width };
  });
  const first = document.querySelector(".k-page-end")?.previousElementSibling?.firstElementChild;
  return { title: title && { x: title.x, y: title.y }, first: place(first), sides };
}
