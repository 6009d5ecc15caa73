import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type App, createApp } from "#app/app.server.ts";
import { addressPlace } from "#app/domain/notifications/recipient-place.ts";
import { mailPlace } from "#app/domain/notifications/write-mails.server.ts";
import { laneConcurrency } from "#app/jobs/lanes.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { type MailStandin, startMailStandin } from "#test/standins/mail/server.ts";
import { startWorkerProcess, type WorkerProcess } from "#test/support/app-process.ts";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";

type PlayedMails = {
  /** What did not hold; empty where everything did. */
  readonly problems: readonly string[];
  /** Mails that arrived twice, and how many seconds all of them took. */
  readonly repeated: number;
  readonly seconds: number;
};

type MailsOptions = { readonly databaseUrl: string; readonly folder: string; readonly mails: number };

const KILLS = 2;
const patienceMs = 540_000;

/** A mail of each of so many shops is due at once, while the process that sends them is killed twice. */
export async function playMails({ databaseUrl, folder, mails }: MailsOptions): Promise<PlayedMails> {
  await mkdir(folder, { recursive: true });
  const mail = await startMailStandin();
  const env = {
    ...{ NODE_ENV: "test", LOG_LEVEL: "info", DATABASE_URL: databaseUrl },
    ...{ SMTP_URL: mail.url, MAIL_FROM: "Karwan <mail@karwan.example>" },
  };
  const app = await createApp(readEnv(env));
  try {
    const messageIds = await writeDueMails(app, mails);
    const startedAt = performance.now();
    const third = Math.ceil(mails / 3);
    // The first dies between the server's yes and our word of it, the second anywhere.
    const start = (name: string, more: Record<string, string> = {}) =>
      startWorkerProcess({ env: { ...env, ...more }, logFile: path.join(folder, `${name}.log`) });
    await (await start("first", { FAILPOINTS: `E1:kill:${third}` })).left;
    const second = await start("second");
    await untilSent(mail, 2 * third, second);
    await second.kill();
    const last = await start("last");
    await untilNoneWaits(app);
    await last.stop();
    const seconds = (performance.now() - startedAt) / 1000;
    return { ...(await judge(app, mail, messageIds)), seconds };
  } finally {
    await app.close();
    await mail.close();
  }
}

/** Everybody's first mail, with the work that sends it, in as few statements as it takes. */
async function writeDueMails({ db, crypto }: App, count: number): Promise<ReadonlySet<string>> {
  const now = new Date();
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ index, shopId: asId<ShopId>(randomUUID()), recipientId: randomUUID(), mailId: randomUUID() },
  }));
  const content = JSON.stringify({ subject: "3 orders wait for you", text: "Orders wait.\n" });
  await db.shop.createMany({
    data: rows.map(({ index, shopId }) => ({ id: shopId, domain: `mails-${index}.myshopify.com` })),
  });
  await db.mailRecipient.createMany({
    data: rows.map(({ index, shopId, recipientId }) => ({
      ...{ id: recipientId, shopId: shopId, state: "confirmed" as const, addedBy: "1" },
      addressHash: crypto.hash(`m${index}`, "mail_recipient"),
      addressEnc: crypto.seal(`m${index}@shop.example`, addressPlace(recipientId)),
    })),
  });
  await db.mail.createMany({
    data: rows.map(({ shopId, recipientId, mailId }) => ({
      ...{ id: mailId, shopId: shopId, recipientId, kind: "orders_waiting" as const },
      ...{ messageId: `<${mailId}@karwan.example>`, dueAt: now, createdAt: now },
      contentEnc: crypto.seal(content, mailPlace(mailId)),
    })),
  });
  await requestReconcile(
    db,
    rows.map(({ shopId }) => ({ shopId: shopId, kind: "mails.send", subject: "shop" })),
  );
  return new Set(rows.map(({ mailId }) => `<${mailId}@karwan.example>`));
}

async function untilSent(mail: MailStandin, count: number, worker: WorkerProcess): Promise<void> {
  await waitFor(async () => mail.received.length >= count, {
    ...{ what: `${count} mails from process ${worker.pid}`, timeoutMs: patienceMs, everyMs: 5 },
  });
}

async function untilNoneWaits({ db }: App): Promise<void> {
  await waitFor(async () => (await db.mail.count({ where: { state: "waiting" } })) === 0, {
    ...{ what: "all mails to be sent", timeoutMs: patienceMs, everyMs: 200 },
  });
}

async function judge(
  { db }: App,
  mail: MailStandin,
  messageIds: ReadonlySet<string>,
): Promise<Omit<PlayedMails, "seconds">> {
  const arrived = new Set(mail.received.map(({ messageId }) => messageId));
  const repeated = mail.received.length - arrived.size;
  const missing = [...messageIds].filter((id) => !arrived.has(id));
  const unsent = await db.mail.count({ where: { state: { not: "sent" } } });
  const foreign = [...arrived].filter((id) => !messageIds.has(id));
  // Each kill leaves what was under way in its lane, and nothing more.
  const mostRepeated = KILLS * laneConcurrency.bulk;
  return {
    repeated,
    problems: [
      ...(missing.length > 0 ? [`${missing.length} mails never arrived`] : []),
      ...(unsent > 0 ? [`${unsent} mails are not known as sent`] : []),
      ...(repeated === 0 ? ["the mail that was under way at the first kill did not go out again"] : []),
      ...(foreign.length > 0 ? [`${foreign.length} mails have another Message-ID`] : []),
      ...(repeated > mostRepeated ? [`${repeated} mails arrived twice, more than ${mostRepeated}`] : []),
    ],
  };
}
