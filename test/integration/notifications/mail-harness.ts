import { createShopContext, type ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addRecipient } from "#app/domain/notifications/recipients.server.ts";
import { sweepNotifications } from "#app/domain/notifications/sweep-notifications.server.ts";
import { workHandlers } from "#app/jobs/work-handlers.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { ReceivedMail } from "#test/standins/mail/read-mail.ts";
import { startMailStandin } from "#test/standins/mail/server.ts";
import { startTestApp } from "#test/support/app.ts";
import { waitFor } from "#test/support/wait-for.ts";

export type MailHarness = Awaited<ReturnType<typeof startMailHarness>>;

/** The app with a worker and a real mail server, and a clock that is set by hand. */
export async function startMailHarness({ isMailSetUp = true } = {}) {
  const mail = await startMailStandin();
  const time = { now: new Date("2026-11-26T10:00:00Z") };
  const env: Record<string, string> = isMailSetUp
    ? { SMTP_URL: mail.url, MAIL_FROM: "Karwan <mail@karwan.example>" }
    : {};
  const overrides = { clock: { now: () => time.now } };
  const { app, web, close } = await startTestApp({ env, overrides, handlers: workHandlers });
  let shops = 0;
  const context = (shopId: ShopId): Promise<ShopContext> => createShopContext(app, shopId);
  const waiting = (shopId: ShopId) => app.db.mail.count({ where: { shopId, state: "waiting" } });
  /** Waits until the worker has nothing more to send that is due. */
  const rested = (shopId: ShopId) =>
    waitFor(
      async () => {
        const due = { shopId, state: "waiting" as const, dueAt: { lte: time.now } };
        return (await app.db.mail.count({ where: due })) === 0;
      },
      { what: "all due mails to be sent" },
    );
  const linkIn = ({ text }: ReceivedMail, purpose: "confirm" | "unsubscribe"): string => {
    const path = new RegExp(`/mail/${purpose}\\?token=\\S+`).exec(text)?.[0];
    return path === undefined ? "" : `${web.url}${path}`;
  };
  const to = (address: string) => mail.received.filter((received) => received.to.includes(address));
  return {
    ...{ app, web, mail, time, context, waiting, rested, linkIn, to },
    async createShop(timezone = "Asia/Karachi") {
      shops += 1;
      const shop = await app.db.shop.create({
        data: { domain: `mail-${shops}.myshopify.com`, name: "Rang & Co", timezone, setUpAt: time.now },
      });
      return shop.id;
    },
    /** Somebody who asked for mails and confirmed. */
    async addConfirmed(shopId: ShopId, address: string) {
      time.now = new Date(time.now.getTime() + 1000);
      expectAsked(await addRecipient(await context(shopId), { address, by: "1" }));
      await rested(shopId);
      const asked = to(address).at(-1);
      const answer = asked && (await fetch(linkIn(asked, "confirm"), { method: "POST", body: "" }));
      if (answer?.status !== 200) throw new Error(`${address} did not confirm`);
      mail.clear();
      return app.db.mailRecipient.findFirstOrThrow({ where: { shopId }, orderBy: { askedAt: "desc" } });
    },
    async askFor(shopId: ShopId, address: string) {
      const result = await addRecipient(await context(shopId), { address, by: "1" });
      await rested(shopId);
      return result;
    },
    /** Time goes on, and the sweep looks. */
    async sweep(shopId: ShopId, afterMinutes = 5) {
      time.now = new Date(time.now.getTime() + afterMinutes * 60_000);
      const ctx = await context(shopId);
      const step = await sweepNotifications({ ctx });
      await app.db.$transaction(async (tx) => void (await step.write?.(tx, async () => undefined)));
      await ctx.wake(step.marks ?? []);
      await rested(shopId);
      return step.tally.mails ?? 0;
    },
    later: (minutes: number) => {
      time.now = new Date(time.now.getTime() + minutes * 60_000);
    },
    close: async () => {
      await close();
      await mail.close();
    },
  };
}

function expectAsked(result: string): void {
  if (result !== "asked") throw new Error(`The address was not asked: ${result}`);
}
