import { afterAll, beforeAll, expect, it } from "vitest";
import { removeRecipient, sendTestMails } from "#app/domain/notifications/recipients.server.ts";
import { eraseShop } from "#app/domain/privacy/erase-shop.server.ts";
import { expireMails } from "#app/domain/privacy/retention/expire-rows.server.ts";
import { type MailHarness, startMailHarness } from "./mail-harness.ts";

const DAY = 24 * 60;

let harness: MailHarness;

beforeAll(async () => {
  harness = await startMailHarness();
});
afterAll(() => harness?.close());

it("mails go after 30 days, and who was taken off the list with what knew their address", async () => {
  const shopId = await harness.createShop();
  const { db } = harness.app;
  const stays = await harness.addConfirmed(shopId, "ali@rang.example");
  const leaves = await harness.addConfirmed(shopId, "bilal@rang.example");
  await removeRecipient(await harness.context(shopId), { recipientId: leaves.id, by: "1" });
  const counts = async () => [
    await db.mail.count({ where: { shopId } }),
    await db.mailRecipient.count({ where: { shopId } }),
  ];
  // Prisma writes the time of its last change by the machine's own clock.
  await db.mailRecipient.updateMany({ where: { shopId }, data: { updatedAt: harness.time.now } });
  harness.later(29 * DAY);
  await expireMails(await harness.context(shopId));
  expect(await counts()).toEqual([2, 2]);
  harness.later(2 * DAY);
  await expireMails(await harness.context(shopId));
  expect(await counts()).toEqual([0, 1]);
  expect(await db.mailRecipient.findFirst({ where: { shopId } })).toMatchObject({ id: stays.id });
});

it("nothing of it is left of a shop that is erased, and its links answer like forged ones", async () => {
  const shopId = await harness.createShop();
  const { db } = harness.app;
  await harness.addConfirmed(shopId, "ali@rang.example");
  await sendTestMails(await harness.context(shopId));
  await harness.rested(shopId);
  const [mail] = harness.to("ali@rang.example");
  if (!mail) throw new Error("no mail came");
  await eraseShop(await harness.context(shopId));
  const where = { where: { shopId } };
  expect([
    await db.mail.count(where),
    await db.mailRecipient.count(where),
    await db.notificationChoice.count(where),
    await db.notificationSettings.count(where),
  ]).toEqual([0, 0, 0, 0]);
  const answer = await fetch(harness.linkIn(mail, "unsubscribe"), { method: "POST", body: "" });
  expect(answer.status).toBe(404);
});
