import { notificationKinds } from "./notification-kinds.ts";

/** `removed`: taken off the list, kept for a while so that nobody is asked again and again. */
export const recipientStates = ["pending", "confirmed", "unsubscribed", "removed"] as const;
export type RecipientState = (typeof recipientStates)[number];

/** What a mail is about; `confirm` asks an address whether it wants mails at all. */
export const mailKinds = [...notificationKinds, "digest", "confirm", "test"] as const;
export type MailKind = (typeof mailKinds)[number];

/** `refused`: the mail server will not take it · `given_up`: it could not be sent in time, or is not wanted any more. */
export const mailStates = ["waiting", "sent", "refused", "given_up"] as const;
export type MailState = (typeof mailStates)[number];
