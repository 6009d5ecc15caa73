import type { SendMailResult } from "./mail-to-send.ts";

export type MailFailure =
  | Exclude<SendMailResult, { kind: "sent" }>
  /** The server itself: it does not answer, breaks off, or takes nothing from us. */
  | { readonly kind: "unreachable"; readonly code: string };

/** What an error of nodemailer means: read from the server's reply code and the command it answered, not from its words. */
export function readMailFailure(error: unknown): MailFailure {
  const { responseCode, command, code } = fieldsOf(error);
  if (typeof responseCode !== "number") {
    return { kind: "unreachable", code: typeof code === "string" ? code : "unknown" };
  }
  const reply = String(responseCode);
  // Greeting, login and sender are between the operator and the server. 421 ends the connection at any command.
  if (!isAboutTheMail(command) || responseCode === 421) return { kind: "unreachable", code: reply };
  return { kind: responseCode >= 500 ? "refused" : "deferred", code: reply };
}

function isAboutTheMail(command: unknown): boolean {
  return command === "RCPT TO" || command === "DATA";
}

type Fields = { readonly responseCode?: unknown; readonly command?: unknown; readonly code?: unknown };

function fieldsOf(error: unknown): Fields {
  return typeof error === "object" && error !== null ? error : {};
}
