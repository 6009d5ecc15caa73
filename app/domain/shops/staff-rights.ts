/** What is the owner's, and the owner may let others do (R28). */
export const staffRights = ["pay", "disconnect", "keys", "routing", "mails"] as const;

export type StaffRight = (typeof staffRights)[number];

/** In the words of Settings. */
export const rightWords: Readonly<Record<StaffRight, string>> = {
  pay: "Pay from the wallet",
  disconnect: "Disconnect the supplier",
  keys: "Change keys and go live",
  routing: "Change what is placed automatically",
  mails: "Choose who is told by mail",
};
