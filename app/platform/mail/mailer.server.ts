import { createTransport } from "nodemailer";
import { requireNoTransaction } from "#app/platform/database/open-transaction.ts";
import { AppError } from "#app/platform/errors.ts";
import { type Breaker, createBreaker } from "#app/platform/http/breaker.ts";
import type { MailMeter, MailToSend, SendMailResult } from "./mail-to-send.ts";
import { readMailFailure } from "./read-mail-failure.ts";

export type Mailer = {
  /**
   * Hands one mail to the operator's mail server. Sent again, it has the same Message-ID.
   * @throws AppError `mail_server_unreachable` where the server, not the address, is what failed. Whether the mail went
   * out is unknown then
   */
  readonly send: (mail: MailToSend) => Promise<SendMailResult>;
  readonly close: () => void;
};

type MailerOptions = {
  readonly url: string;
  readonly from: string;
  readonly meter?: MailMeter;
  /** What tests shorten. */
  readonly timeoutsMs?: { readonly greeting: number; readonly inactivity: number };
};

/** So many connections a process keeps; a connection serves so many mails. */
const MOST_CONNECTIONS = 4;
const MAILS_A_CONNECTION = 100;
const TIMEOUTS_MS = { greeting: 10_000, inactivity: 20_000 };
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Speaks SMTP with one server. Where that server is another machine, nothing is sent without TLS. After several
 * failures in a row the server has a rest, in which nothing is tried.
 */
export function createMailer({ url, from, meter, timeoutsMs = TIMEOUTS_MS }: MailerOptions): Mailer {
  const isLocal = LOCAL_HOSTS.includes(new URL(url).hostname);
  const transport = createTransport({
    ...{ url, pool: true, maxConnections: MOST_CONNECTIONS, maxMessages: MAILS_A_CONNECTION, maxRequeues: 0 },
    ...{ connectionTimeout: timeoutsMs.greeting, greetingTimeout: timeoutsMs.greeting },
    ...{ dnsTimeout: timeoutsMs.greeting, socketTimeout: timeoutsMs.inactivity },
    ...(isLocal ? { ignoreTLS: url.startsWith("smtp:") } : { requireTLS: true }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const breaker = createBreaker(() => performance.now());
  const handOver = async (mail: MailToSend): Promise<SendMailResult> => {
    const { messageId, to, subject, text, unsubscribeUrl } = mail;
    await transport.sendMail({
      ...{ messageId, from, to: { name: "", address: to }, subject, text },
      headers: {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    return { kind: "sent" };
  };
  return {
    send: async (mail) => {
      requireNoTransaction("a mail");
      enter(breaker);
      const result = await handOver(mail).catch(readMailFailure);
      meter?.(result.kind);
      if (result.kind !== "unreachable") {
        breaker.succeeded();
        return result;
      }
      breaker.failed();
      throw unreachable(result.code);
    },
    close: () => transport.close(),
  };
}

function enter(breaker: Breaker): void {
  const waitMs = breaker.enter();
  if (waitMs === 0) return;
  throw new AppError("mail_server_unreachable", "The mail server has a rest", {
    ...{ retryable: true, retryAfterMs: waitMs, details: "resting" },
  });
}

/** The server's own words may quote an address: they are not passed on. */
function unreachable(code: string): AppError {
  const sentence = `The mail server could not be used: ${code}`;
  return new AppError("mail_server_unreachable", sentence, { retryable: true, details: code });
}
