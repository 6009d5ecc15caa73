/** One mail to one address, in plain text. */
export type MailToSend = {
  /** With its angle brackets; the same however often the mail is sent. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A POST to it ends the mails to this address (RFC 8058). */
  readonly unsubscribeUrl: string;
};

export type SendMailResult =
  | { readonly kind: "sent" }
  /** The server will not take a mail to this address: sending it again would not help. */
  | { readonly kind: "refused"; readonly code: string }
  /** Not now: the same mail is sent again later. */
  | { readonly kind: "deferred"; readonly code: string };

/** Told what came of each mail. */
export type MailMeter = (outcome: SendMailResult["kind"] | "unreachable") => void;
