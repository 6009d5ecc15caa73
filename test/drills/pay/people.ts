import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { sendWithRetries } from "#app/ui/retrying-fetch.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { World } from "#test/support/world.ts";

/** Shopify's id of somebody of a shop: its owner, a member of staff whom the owner lets pay, and one whom nobody lets. */
export const people = { owner: "1", staff: "2", stranger: "3" } as const;

export type Person = (typeof people)[keyof typeof people];

const routes = {
  order: "routes/admin/orders/order/route",
  orders: "routes/admin/orders/route",
  funds: "routes/admin/wallet/funds/route",
  wallet: "routes/admin/wallet/route",
  activity: "routes/admin/activity/route",
  settings: "routes/admin/settings/route",
  leave: "routes/admin/settings/topic/route",
} as const;

export type Form = {
  readonly page: keyof typeof routes;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** What the page was told of a press, however often it had to send it. */
export type ActionResult = {
  readonly by: Person;
  readonly ok: boolean;
  readonly said: string;
  /** Where it led, when it led elsewhere. */
  readonly location: string | null;
};

/** The people of one shop, with the pages they press on: real session tokens, and the page's own way to send a press. */
export type People = {
  readonly shop: string;
  /** @throws Error when the page is still without an answer after three minutes */
  press(by: Person, form: Form, id?: string): Promise<ActionResult>;
  /** What a page shows; asked until the app answers. */
  read<T>(by: Person, page: Form["page"], path: string, shape: z.ZodType<T>): Promise<T>;
};

const ANSWERED_WITHIN_MS = 180_000;
const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

export function createPeople(world: World, shop: string): People {
  const urlOf = (page: Form["page"], path: string) => {
    const url = new URL(path, world.app.url);
    url.searchParams.set("_data", routes[page]);
    return url.href;
  };
  /** App Bridge puts a fresh token on each try. */
  const sendAs = (by: Person) => (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set(
      "Authorization",
      `Bearer ${world.shopify.control.sessionToken({ shop, userId: Number(by) })}`,
    );
    headers.set("User-Agent", browserName);
    return fetch(url, { ...init, headers, redirect: "manual" });
  };
  return {
    shop,
    press: async (by, { page, path, fields }, id = randomUUID()) => {
      const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
      const deps = {
        ...{ send: sendAs(by), newRequestId: () => id, now: () => performance.now(), shownPath: () => path },
        pause: (ms: number) => pause(ms, undefined, { signal }),
        report: () => () => undefined,
        beginFollowing: () => async () => undefined,
      };
      const init = { method: "POST", body: new URLSearchParams(fields), signal };
      return toActionResult(by, await sendWithRetries(deps, urlOf(page, path), init));
    },
    read: (by, page, path, shape) =>
      waitFor(
        async () => {
          const response = await sendAs(by)(urlOf(page, path), { method: "GET" }).catch(() => null);
          return response?.ok ? shape.parse(await response.json()) : null;
        },
        { what: `${path} to be shown`, timeoutMs: 60_000, everyMs: 300 },
      ),
  };
}

const answerShape = z.looseObject({
  ok: z.boolean(),
  done: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
});

async function toActionResult(by: Person, response: Response): Promise<ActionResult> {
  const location = response.headers.get("x-remix-redirect");
  if (location !== null) return { by, ok: true, said: "", location };
  const { ok, done, reason, detail } = answerShape.parse(await response.json());
  return { by, ok, said: [done, reason, detail].filter((part) => part).join(" "), location: null };
}

/** The owner lets the member of staff pay and disconnect; both have to have pressed something before. */
export async function letStaffAct(who: People): Promise<void> {
  const tryOut = {
    page: "funds",
    path: "/wallet/funds",
    fields: { intent: "auto_pay_on", dailyPkr: "1" },
  } as const;
  const refused = await who.press(people.staff, tryOut);
  if (refused.ok) throw new Error("A member of staff whom nobody let has switched paying by itself on");
  for (const right of ["pay", "disconnect"]) {
    const fields = { intent: "grant", userId: people.staff, right, change: "grant" };
    const granted = await who.press(people.owner, { page: "settings", path: "/settings", fields });
    if (!granted.ok) throw new Error(`The owner could not let staff ${right}: ${granted.said}`);
  }
}
