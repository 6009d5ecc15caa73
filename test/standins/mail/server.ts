import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type ReceivedMail, readMail } from "./read-mail.ts";

/** What the server does next, so many times: to any mail, or to those for one address. */
type MailFault = {
  readonly kind:
    | "refuse_connection"
    | "refuse_address"
    | "defer_address"
    | "refuse_message"
    | "hang_greeting"
    | "hang_after_data"
    | "drop_after_data";
  readonly times?: number;
  readonly to?: string;
};

export type MailStandin = {
  /** For SMTP_URL. */
  readonly url: string;
  /** Every mail whose end arrived, in order; one that is sent twice stands here twice. */
  readonly received: readonly ReceivedMail[];
  faults(faults: readonly MailFault[]): void;
  clear(): void;
  close(): Promise<void>;
};

/** A mail server that speaks real SMTP on a local port and keeps what it takes. */
export async function startMailStandin(port = 0): Promise<MailStandin> {
  const received: ReceivedMail[] = [];
  let waiting: { readonly fault: MailFault; left: number }[] = [];
  const takeFault = (kinds: readonly MailFault["kind"][], to?: string): MailFault["kind"] | null => {
    const found = waiting.find(
      ({ fault, left }) => left > 0 && kinds.includes(fault.kind) && (!fault.to || fault.to === to),
    );
    if (!found) return null;
    found.left -= 1;
    return found.fault.kind;
  };
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onConnect: (_session, answer) => {
      const fault = takeFault(["refuse_connection", "hang_greeting"]);
      if (fault === "hang_greeting") return;
      answer(fault === null ? null : toReply("The server is busy", 421));
    },
    onRcptTo: ({ address }, _session, answer) => {
      const fault = takeFault(["refuse_address", "defer_address"], address);
      if (fault === "refuse_address") return answer(toReply("No such user here", 550));
      answer(fault === null ? null : toReply("Greylisted, come back", 450));
    },
    onData: (stream, session, answer) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const keep = async () => {
        received.push({ ...readMail(await text(stream)), to });
        const fault = takeFault(["drop_after_data", "hang_after_data", "refuse_message"], to[0]);
        if (fault === "hang_after_data") return;
        if (fault === "drop_after_data") return dropConnection(server, session.id);
        answer(fault === null ? null : toReply("Message refused", 554));
      };
      keep().catch((error: unknown) => answer(error instanceof Error ? error : new Error("unreadable")));
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    faults: (faults) => {
      waiting = faults.map((fault) => ({ fault, left: fault.times ?? 1 }));
    },
    clear: () => void received.splice(0),
    close: async () => {
      for (const connection of server.connections) connection.close();
      await new Promise<void>((settle) => server.close(() => settle()));
    },
  };
}

function toReply(words: string, responseCode: number): Error {
  return Object.assign(new Error(words), { responseCode });
}

function dropConnection(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections) if (connection.id === sessionId) connection.close();
}
