import { afterEach, describe, expect, it } from "vitest";
import { onDeadWork } from "#app/jobs/work-handlers.server.ts";
import { idleHandlers, startTestApp, type TestApp } from "#test/support/app.ts";

let test: TestApp;
afterEach(() => test.close());

const soon = { timeout: 15_000, interval: 20 };

async function addRow(kind: string, subject: string): Promise<string> {
  const shop = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
  return (await test.app.db.work.create({ data: { shopId: shop.id, kind, subject } })).id;
}
const rowOf = (id: string) => test.app.db.work.findUniqueOrThrow({ where: { id } });

describe("work whose subject is none of its kind", () => {
  it.each(["order.reconcile", "listing.import", "sweep.run"])(
    "is given up at once, and a person can read of it: %s",
    async (kind) => {
      test = await startTestApp({ handlers: idleHandlers, onDead: onDeadWork });
      const id = await addRow(kind, "gid://shopify/Product/7");
      await expect.poll(async () => (await rowOf(id)).deadAt, soon).toBeInstanceOf(Date);
      expect(await rowOf(id)).toMatchObject({ lastError: "unknown_subject", attempts: 1, done: 0n });
      const [issue] = await test.app.db.attention.findMany();
      expect(issue).toMatchObject({ code: "work_dead", thing: "shop", resolvedAt: null });
      expect(await test.app.db.order.count()).toBe(0);
    },
  );
});
