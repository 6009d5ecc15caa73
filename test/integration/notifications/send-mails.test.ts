import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addRecipient, retryRecipient, sendTestMails } from "#app/domain/notifications/recipients.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { type MailHarness, startMailHarness } from "./mail-harness.ts";

const ADDRESS = "ali@rang.example";

let harness: MailHarness;
let shopId: ShopId;

beforeAll(async () => {
  harness = await startMailHarness();
});
afterAll(() => harness?.close());
beforeEach(async () => {
  harness.mail.faults([]);
  shopId = await harness.createShop();
  await harness.addConfirmed(shopId, ADDRESS);
});

const mails = () =>
  harness.app.db.mail.findMany({ where: { shopId, kind: "test" }, orderBy: { createdAt: "asc" } });
const firstMail = async () => (await mails())[0];
const recipient = () => harness.app.db.mailRecipient.findFirstOrThrow({ where: { shopId } });
const sendTest = async () => {
  harness.later(2);
  expect(await sendTestMails(await harness.context(shopId))).toEqual({ kind: "sending", count: 1 });
};
const wake = async () => (await harness.context(shopId)).wake([{ kind: "mails.send", subject: "shop" }]);

describe("a mail", () => {
  it("is kept sealed until it is sent, and then only that it was", async () => {
    harness.mail.faults([{ kind: "defer_address" }]);
    await sendTest();
    await expect.poll(async () => (await firstMail())?.attempts).toBe(1);
    const waiting = await firstMail();
    expect(waiting).toMatchObject({ state: "waiting", failure: "450" });
    expect(Buffer.from(waiting?.contentEnc ?? []).toString("latin1")).not.toContain("Rang");
    expect(Buffer.from((await recipient()).addressEnc).toString("latin1")).not.toContain("rang.example");
    expect(harness.to(ADDRESS)).toEqual([]);
    // Its pause is a minute of the harness' clock.
    harness.later(1);
    await wake();
    await expect.poll(async () => (await firstMail())?.state).toBe("sent");
    expect(await firstMail()).toMatchObject({ contentEnc: null, failure: null });
    expect(harness.to(ADDRESS).map(({ messageId }) => messageId)).toEqual([waiting?.messageId]);
  });

  it("whose address the server refuses is not sent again, and the address rests until a person says so", async () => {
    harness.mail.faults([{ kind: "refuse_address" }]);
    await sendTest();
    await expect.poll(async () => (await firstMail())?.state).toBe("refused");
    expect(await recipient()).toMatchObject({ state: "confirmed", refusal: "550" });
    harness.later(2);
    expect(await sendTestMails(await harness.context(shopId))).toEqual({ kind: "nobody" });
    expect(await harness.sweep(shopId)).toBe(0);
    const { id } = await recipient();
    expect(await retryRecipient(await harness.context(shopId), { recipientId: id })).toBe("asked");
    await expect.poll(async () => (await mails()).map(({ state }) => state)).toEqual(["refused", "sent"]);
    expect((await recipient()).refusal).toBeNull();
  });

  it("whose connection breaks after its end goes out again under its Message-ID", async () => {
    harness.mail.faults([{ kind: "drop_after_data" }]);
    await sendTest();
    await expect.poll(async () => (await firstMail())?.attempts).toBe(1);
    expect(await firstMail()).toMatchObject({ state: "waiting", failure: "unreachable" });
    harness.later(1);
    await wake();
    await expect.poll(async () => (await firstMail())?.state).toBe("sent");
    const [first, second, ...more] = harness.to(ADDRESS);
    expect(more).toEqual([]);
    expect(second?.messageId).toBe(first?.messageId);
  });

  it("that the server does not take for a day is given up", async () => {
    harness.mail.faults([{ kind: "defer_address", times: 3 }]);
    await sendTest();
    await expect.poll(async () => (await firstMail())?.attempts).toBe(1);
    harness.later(24 * 60 + 1);
    await wake();
    await expect.poll(async () => (await firstMail())?.state).toBe("given_up");
    expect(await firstMail()).toMatchObject({ failure: "too_late", contentEnc: null });
  });

  it("that nobody wants any more is not sent", async () => {
    harness.mail.faults([{ kind: "defer_address" }]);
    await sendTest();
    await expect.poll(async () => (await firstMail())?.attempts).toBe(1);
    await harness.app.db.mailRecipient.updateMany({ where: { shopId }, data: { state: "unsubscribed" } });
    harness.later(1);
    await wake();
    await expect.poll(async () => (await firstMail())?.state).toBe("given_up");
    expect(harness.to(ADDRESS)).toEqual([]);
  });

  it("of a shop that left is not sent", async () => {
    harness.mail.faults([{ kind: "defer_address" }]);
    await sendTest();
    await expect.poll(async () => (await firstMail())?.attempts).toBe(1);
    await harness.app.db.shop.update({ where: { id: shopId }, data: { state: "uninstalled" } });
    harness.later(1);
    await wake();
    await expect.poll(async () => (await firstMail())?.failure).toBe("not_wanted");
  });

  it("to one address that is refused keeps no other back", async () => {
    await harness.addConfirmed(shopId, "bilal@rang.example");
    harness.mail.faults([{ kind: "refuse_address", to: ADDRESS }]);
    harness.later(2);
    await sendTestMails(await harness.context(shopId));
    await expect
      .poll(async () => (await mails()).map(({ state }) => state).toSorted())
      .toEqual(["refused", "sent"]);
    expect(harness.to("bilal@rang.example")).toHaveLength(1);
  });
});

describe("without a mail server", () => {
  let bare: MailHarness;
  beforeAll(async () => {
    bare = await startMailHarness({ isMailSetUp: false });
  });
  afterAll(() => bare?.close());

  it("nothing is written, and what was written before is given up", async () => {
    const id = await bare.createShop();
    const ctx = await bare.context(id);
    expect(await addRecipient(ctx, { address: ADDRESS, by: "1" })).toBe("not_set_up");
    expect(await sendTestMails(ctx)).toEqual({ kind: "not_set_up" });
    const { db } = bare.app;
    expect(await db.mailRecipient.count()).toBe(0);
    const now = bare.time.now;
    const to = await db.mailRecipient.create({
      data: { shopId: id, addressEnc: new Uint8Array(1), addressHash: "h", state: "confirmed", addedBy: "1" },
    });
    await db.mail.create({
      data: {
        ...{ shopId: id, recipientId: to.id, kind: "test", messageId: "<1@x>" },
        dueAt: now,
        createdAt: now,
      },
    });
    await ctx.wake([{ kind: "mails.send", subject: "shop" }]);
    await expect.poll(async () => (await db.mail.findFirst())?.failure).toBe("not_set_up");
    expect(await bare.sweep(id)).toBe(0);
  });
});
