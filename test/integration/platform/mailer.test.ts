import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMailer, type Mailer } from "#app/platform/mail/mailer.server.ts";
import { type MailStandin, startMailStandin } from "#test/standins/mail/server.ts";

const timeoutsMs = { greeting: 300, inactivity: 400 };
const from = "Karwan <mail@karwan.example>";
const mail = {
  messageId: "<m1@karwan.example>",
  to: "ali@shop.example",
  subject: "3 orders wait for you: #1001 · Karwan",
  text: "Orders #1001 – #1003 wait.\nhttps://karwan.example/",
  unsubscribeUrl: "https://karwan.example/mail/unsubscribe?token=t",
};

let standin: MailStandin;
const opened: Mailer[] = [];

/** Each with a breaker of its own. */
function openMailer(url = standin.url): Mailer {
  const mailer = createMailer({ url, from, timeoutsMs });
  opened.push(mailer);
  return mailer;
}

beforeAll(async () => {
  standin = await startMailStandin();
});
afterEach(() => {
  for (const mailer of opened.splice(0)) mailer.close();
  standin.clear();
  standin.faults([]);
});
afterAll(() => standin?.close());

describe("a mail", () => {
  it("arrives with its own Message-ID and a way to unsubscribe in one click", async () => {
    expect(await openMailer().send(mail)).toEqual({ kind: "sent" });
    expect(standin.received).toHaveLength(1);
    expect(standin.received[0]).toMatchObject({
      ...{ to: [mail.to], messageId: mail.messageId, subject: mail.subject },
      headers: {
        from: "Karwan <mail@karwan.example>",
        "auto-submitted": "auto-generated",
        "list-unsubscribe": `<${mail.unsubscribeUrl}>`,
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      },
    });
    expect(standin.received[0]?.text).toContain("Orders #1001 – #1003 wait.\nhttps://karwan.example/");
  });

  it.each([
    ["refuse_address", { kind: "refused", code: "550" }],
    ["defer_address", { kind: "deferred", code: "450" }],
    ["refuse_message", { kind: "refused", code: "554" }],
  ] as const)("is told of as %s by the server", async (kind, result) => {
    standin.faults([{ kind }]);
    const mailer = openMailer();
    expect(await mailer.send(mail)).toEqual(result);
    expect(await mailer.send(mail)).toEqual({ kind: "sent" });
  });

  it.each(["refuse_connection", "hang_greeting", "hang_after_data", "drop_after_data"] as const)(
    "fails with the server where that does %s, within a bounded time, and goes out later under the same id",
    async (kind) => {
      standin.faults([{ kind }]);
      const mailer = openMailer();
      const startedAt = performance.now();
      await expect(mailer.send(mail)).rejects.toMatchObject({
        ...{ code: "mail_server_unreachable", retryable: true },
      });
      expect(performance.now() - startedAt).toBeLessThan(3000);
      expect(await mailer.send(mail)).toEqual({ kind: "sent" });
      expect(new Set(standin.received.map(({ messageId }) => messageId))).toEqual(new Set([mail.messageId]));
    },
  );

  it("is not even tried once the server failed five times in a row", async () => {
    standin.faults([{ kind: "refuse_connection", times: 100 }]);
    const mailer = openMailer();
    for (let failed = 0; failed < 5; failed += 1)
      await expect(mailer.send(mail)).rejects.toMatchObject({ details: "421" });
    await expect(mailer.send(mail)).rejects.toMatchObject({ details: "resting" });
  });

  it("fails with the server where nobody listens, and names no address", async () => {
    const sending = openMailer("smtp://127.0.0.1:9").send(mail);
    await expect(sending).rejects.toMatchObject({ code: "mail_server_unreachable" });
    await expect(sending).rejects.not.toThrow(mail.to);
  });
});
