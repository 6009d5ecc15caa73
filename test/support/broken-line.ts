import type { Page, Route } from "playwright-core";

/** When an answer is lost: before the server heard of the request, or after it did what was asked. */
export type Lost = "before" | "after";

/** Resolves once what was held has its answer. */
type Release = () => Promise<void>;

export type BrokenLine = {
  /** The answer to the next press in the app is lost. */
  readonly loseNext: (when: Lost) => void;
  /** The answer to the next press in the app is lost, and what is sent after it waits until it is let through. */
  readonly loseNextAndHold: (when: Lost) => () => void;
  /** Answers to requests of this kind wait until they are released. */
  readonly hold: (method: "GET" | "POST", path: RegExp) => Release;
  /** How often presses were sent since it was told to forget. */
  readonly sent: () => number;
  readonly forget: () => void;
};

/** A line between browser and app that loses answers when told to. */
export async function breakLine(page: Page): Promise<BrokenLine> {
  let next: Lost | null = null;
  let sent = 0;
  let open = Promise.resolve();
  const isPress = (url: URL) => url.searchParams.has("_data");
  const hold: BrokenLine["hold"] = (method, path) => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const held: Promise<void>[] = [];
    const delay = async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      const answered = released.then(() => route.fallback());
      held.push(answered);
      await answered;
    };
    const isOfPath = (url: URL) => isPress(url) && path.test(url.pathname);
    const holding = page.context().route(isOfPath, delay);
    return async () => {
      await holding;
      resolve();
      await Promise.all(held);
      await page.context().unroute(isOfPath, delay);
    };
  };
  await page.context().route(isPress, async (route: Route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    const lost = next;
    next = null;
    if (lost === "after") await route.fetch();
    if (lost !== null) return route.abort("connectionreset");
    await open;
    return route.continue();
  });
  return {
    hold,
    loseNextAndHold: (when) => {
      next = when;
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      return resolve;
    },
    loseNext: (when) => {
      next = when;
    },
    sent: () => sent,
    forget: () => {
      sent = 0;
    },
  };
}

/** A line that loses every so manieth answer of the app, in turn before and after the server heard of the request. */
export async function loseEvery(page: Page, nth: number): Promise<{ readonly lost: () => number }> {
  let asked = 0;
  let lost = 0;
  await page.context().route(
    (url) => url.searchParams.has("_data"),
    async (route: Route) => {
      asked += 1;
      if (asked % nth !== 0) return route.continue();
      lost += 1;
      if (lost % 2 === 1) await route.fetch();
      return route.abort("connectionreset");
    },
  );
  return { lost: () => lost };
}
