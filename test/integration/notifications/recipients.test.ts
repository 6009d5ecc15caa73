import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listActivity } from "#app/domain/activity/list-activity.server.ts";
import {
  listRecipients,
  removeRecipient,
  retryRecipient,
  sendTestMails,
} from "#app/domain/notifications/recipients.server.ts";
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
  shopId = await harness.createShop();
  harness.mail.clear();
  harness.mail.faults([]);
});

const row = () => harness.app.db.mailRecipient.findFirstOrThrow({ where: { shopId } });
const context = () => harness.context(shopId);
const stateOf = async () => (await row()).state;
const open = (link: string) => fetch(link);
const press = (link: string, body = "") => fetch(link, { method: "POST", body });

describe("somebody who is to be told by mail", () => {
  it("is asked once, and gets nothing else before they press the button", async () => {
    expect(await harness.askFor(shopId, ADDRESS)).toBe("asked");
    const [asked] = harness.to(ADDRESS);
    if (!asked) throw new Error("no mail came");
    expect(asked.subject).toBe("Do you want mails about Rang & Co?");
    const page = await open(harness.linkIn(asked, "confirm"));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Rang &#38; Co would like to tell you");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    // Opening changes nothing, however often mail programs do it.
    await open(harness.linkIn(asked, "unsubscribe"));
    expect(await stateOf()).toBe("pending");
    expect(await sendTestMails(await context())).toEqual({ kind: "nobody" });
    expect((await press(harness.linkIn(asked, "confirm"))).status).toBe(200);
    expect(await stateOf()).toBe("confirmed");
    expect((await press(harness.linkIn(asked, "confirm"))).status).toBe(200);
    expect(await harness.askFor(shopId, "ALI@rang.example")).toBe("already");
  });

  it("leaves in one click, as a mail program does it, and gets no more", async () => {
    await harness.addConfirmed(shopId, ADDRESS);
    expect(await sendTestMails(await context())).toEqual({ kind: "sending", count: 1 });
    await harness.rested(shopId);
    const [test] = harness.to(ADDRESS);
    const header = test?.headers["list-unsubscribe"] ?? "";
    expect(test?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const path = new URL(header.slice(1, -1));
    const answer = await fetch(`${harness.web.url}${path.pathname}${path.search}`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(answer.status).toBe(200);
    expect(await stateOf()).toBe("unsubscribed");
    harness.later(2);
    expect(await sendTestMails(await context())).toEqual({ kind: "nobody" });
  });

  it("who said no is not confirmed by the question of earlier, only by a new one", async () => {
    await harness.askFor(shopId, ADDRESS);
    const [asked] = harness.to(ADDRESS);
    if (!asked) throw new Error("no mail came");
    await press(harness.linkIn(asked, "unsubscribe"));
    expect((await press(harness.linkIn(asked, "confirm"))).status).toBe(404);
    expect(await stateOf()).toBe("unsubscribed");
    harness.later(11);
    expect(await retryRecipient(await context(), { recipientId: (await row()).id })).toBe("asked");
    expect(await stateOf()).toBe("pending");
    await harness.rested(shopId);
    expect(harness.to(ADDRESS)).toHaveLength(2);
  });

  it("is not asked by a shop that has asked twenty today, however many of them it took off its list again", async () => {
    const results = [];
    const strangers = Array.from({ length: 21 }, (_, at) => `stranger-${at}@elsewhere.example`);
    for (const stranger of strangers) {
      results.push(await harness.askFor(shopId, stranger));
      for (const { id } of await listRecipients(await context()))
        await removeRecipient(await context(), { recipientId: id, by: "1" });
    }
    expect(results).toEqual([...Array(20).fill("asked"), "asked_many"]);
    expect(strangers.flatMap(harness.to)).toHaveLength(20);
    expect(await listRecipients(await context())).toEqual([]);
    harness.later(24 * 60 + 1);
    expect(await harness.askFor(shopId, ADDRESS)).toBe("asked");
  });

  it("is asked three times a week at most", async () => {
    const results = [];
    for (let time = 0; time < 5; time += 1) {
      results.push(await harness.askFor(shopId, ADDRESS));
      harness.later(time === 1 ? 5 : 11);
    }
    expect(results).toEqual(["asked", "asked", "asked_often", "asked", "asked_often"]);
    harness.later(8 * 24 * 60);
    expect(await harness.askFor(shopId, ADDRESS)).toBe("asked");
  });

  it("has a link that ends after a week", async () => {
    await harness.askFor(shopId, ADDRESS);
    const [asked] = harness.to(ADDRESS);
    if (!asked) throw new Error("no mail came");
    harness.later(7 * 24 * 60 + 1);
    expect((await open(harness.linkIn(asked, "confirm"))).status).toBe(404);
    expect((await open(harness.linkIn(asked, "unsubscribe"))).status).toBe(200);
  });

  it("is erased when taken off the list, with what waits for them, and cannot be asked anew by that", async () => {
    await harness.addConfirmed(shopId, ADDRESS);
    const { id, asks } = await row();
    harness.mail.faults([{ kind: "defer_address" }]);
    await sendTestMails(await context());
    await expect
      .poll(async () => (await harness.app.db.mail.findFirst({ where: { shopId, kind: "test" } }))?.attempts)
      .toBe(1);
    expect(await removeRecipient(await context(), { recipientId: id, by: "1" })).toBe(true);
    expect(await row()).toMatchObject({ state: "removed", addressEnc: new Uint8Array(), asks });
    expect(await harness.waiting(shopId)).toBe(0);
    expect(await listRecipients(await context())).toEqual([]);
    expect(await removeRecipient(await context(), { recipientId: id, by: "1" })).toBe(false);
    expect(await retryRecipient(await context(), { recipientId: id })).toBe("gone");
  });

  it("has no link that works once they are off the list", async () => {
    await harness.askFor(shopId, ADDRESS);
    const [asked] = harness.to(ADDRESS);
    if (!asked) throw new Error("no mail came");
    await removeRecipient(await context(), { recipientId: (await row()).id, by: "1" });
    for (const purpose of ["confirm", "unsubscribe"] as const) {
      const link = harness.linkIn(asked, purpose);
      expect([(await open(link)).status, (await press(link)).status], purpose).toEqual([404, 404]);
    }
    expect(await stateOf()).toBe("removed");
  });

  it("is a fact in Activity with who did it, without the address itself", async () => {
    const { id } = await harness.addConfirmed(shopId, ADDRESS);
    await sendTestMails(await context());
    await harness.rested(shopId);
    const [test] = harness.to(ADDRESS);
    if (!test) throw new Error("no mail came");
    for (let time = 0; time < 2; time += 1) await press(harness.linkIn(test, "unsubscribe"));
    await removeRecipient(await context(), { recipientId: id, by: "7" });
    const filter = { about: null, who: "person", from: null, to: null, order: "" } as const;
    const { lines } = await listActivity(await context(), { filter, viewer: "1", before: null });
    expect(lines.map(({ by, sentence }) => [by, sentence]).toReversed()).toEqual([
      ["1", "a…@rang.example was put on the list of who gets mails, and asked"],
      ["recipient", "a…@rang.example confirmed that they want mails"],
      ["recipient", "Mails to a…@rang.example were ended from a mail"],
      ["7", "a…@rang.example was taken off the list of who gets mails"],
    ]);
    const rows = await harness.app.db.timelineEntry.findMany({ where: { shopId } });
    expect(JSON.stringify(rows.map(({ params }) => params))).not.toContain("rang.example");
  });

  it("is one of ten", async () => {
    for (let index = 0; index < 10; index += 1)
      expect(await harness.askFor(shopId, `a${index}@rang.example`)).toBe("asked");
    expect(await harness.askFor(shopId, "a10@rang.example")).toBe("too_many");
  });

  it("of one shop is not another shop's to change", async () => {
    await harness.askFor(shopId, ADDRESS);
    const other = await harness.context(await harness.createShop());
    const { id } = await row();
    expect(await removeRecipient(other, { recipientId: id, by: "1" })).toBe(false);
    expect(await retryRecipient(other, { recipientId: id })).toBe("gone");
    expect(await listRecipients(other)).toEqual([]);
  });
});

describe("a link that is not ours", () => {
  it.each(["confirm", "unsubscribe"])(
    "of /mail/%s gets one answer, whatever is wrong with it",
    async (purpose) => {
      const forged = ["", "?token=x", `?token=${"0".repeat(32)}.0.${"0".repeat(64)}`, "?token=a&token=b"];
      const answers = await Promise.all(
        forged.flatMap((query) => {
          const url = `${harness.web.url}/mail/${purpose}${query}`;
          return [open(url), press(url)].map(async (sent) => {
            const answer = await sent;
            return `${answer.status} ${await answer.text()}`;
          });
        }),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^404 .*This link does not work/);
    },
  );

  it("is neither answered to another method nor with a large body", async () => {
    const url = `${harness.web.url}/mail/confirm?token=x`;
    expect((await fetch(url, { method: "PUT", body: "" })).status).toBe(405);
    expect((await press(url, "x".repeat(70_000))).status).toBe(413);
  });
});
