import type { SupplierErrorKind } from "#app/supplier/error-codes.ts";

/** Why a connection to the service does not stand, or stands in part. */
export const connectionRefusalCodes = [
  "key_malformed",
  "invalid_key",
  "ip_not_allowed",
  "reseller_suspended",
  "reseller_not_active",
  "dropship_disabled",
  "mode_unknown",
  "integration_in_use",
  "another_account",
  "webhooks_elsewhere",
  "webhook_url_invalid",
  "unreachable",
  "service_failing",
  "too_many_requests",
  "refused",
] as const;
export type ConnectionRefusalCode = (typeof connectionRefusalCodes)[number];

export type ConnectionRefusal = {
  readonly code: ConnectionRefusalCode;
  /** The service's own words, which alone may hold the reason (R22). */
  readonly serviceMessage: string | null;
};

/** What the merchant reads, and what the button does. */
export type RefusalText = {
  readonly title: string;
  readonly whatToDo: string;
  readonly action: "correct_key" | "open_dashboard" | "show_addresses" | "try_again" | "take_over" | "ask_us";
};

const texts: Readonly<Record<ConnectionRefusalCode, RefusalText>> = {
  key_malformed: {
    title: "This does not look like a key.",
    whatToDo:
      "Copy the key id and the secret from the supplier's dashboard, under Integrations, and paste both.",
    action: "correct_key",
  },
  invalid_key: {
    title: "The supplier does not know this key.",
    whatToDo: "Check that nothing is missing at either end. A revoked key stays refused: create a new one.",
    action: "correct_key",
  },
  ip_not_allowed: {
    title: "This key only works from other addresses.",
    whatToDo:
      "Add the addresses shown under Settings, Connection to the key's allowlist. Where none is shown, remove the allowlist.",
    action: "show_addresses",
  },
  reseller_suspended: {
    title: "The supplier has suspended your account.",
    whatToDo: "Only the supplier can lift this. Orders wait here and go out once it is lifted.",
    action: "open_dashboard",
  },
  reseller_not_active: {
    title: "Your account is not approved yet.",
    whatToDo: "Live keys work once the supplier approves your application. Connect a test key until then.",
    action: "open_dashboard",
  },
  dropship_disabled: {
    title: "The supplier has paused dropshipping for everyone.",
    whatToDo: "There is nothing to correct. A test key works meanwhile; we look again every hour.",
    action: "try_again",
  },
  mode_unknown: {
    title: "This key belongs to a mode we do not know.",
    whatToDo: "Use a live key or a test key. If this is one, tell us.",
    action: "ask_us",
  },
  integration_in_use: {
    title: "This key's integration already serves another shop.",
    whatToDo:
      "Each shop needs an integration of its own: create one in the supplier's dashboard and use its key.",
    action: "open_dashboard",
  },
  another_account: {
    title: "This key belongs to another account at the supplier.",
    whatToDo:
      "Parcels of the present account would stop updating. Disconnect it first, then connect this one.",
    action: "correct_key",
  },
  webhooks_elsewhere: {
    title: "Another system receives the news of this integration.",
    whatToDo:
      "Create an integration for this shop alone, or take over: the other system then hears nothing more.",
    action: "take_over",
  },
  webhook_url_invalid: {
    title: "The supplier cannot send news to this app.",
    whatToDo: "The app's public address must begin with https. Until then parcels are updated more slowly.",
    action: "ask_us",
  },
  unreachable: {
    title: "The supplier could not be reached.",
    whatToDo: "Nothing was changed. Try again in a minute.",
    action: "try_again",
  },
  service_failing: {
    title: "The supplier's system reports a failure of its own.",
    whatToDo: "Nothing needs correcting on your side. Try again in a few minutes.",
    action: "try_again",
  },
  too_many_requests: {
    title: "The supplier asks us to slow down.",
    whatToDo: "Try again in a minute. If it happens often, other software may be using the same account.",
    action: "try_again",
  },
  refused: {
    title: "The supplier refused, for a reason we do not know.",
    whatToDo: "Its own words are shown below. Its dashboard may say more.",
    action: "open_dashboard",
  },
};

/** The one table of what a merchant reads about a connection that does not stand. */
export function describeRefusal(code: ConnectionRefusalCode): RefusalText {
  return texts[code];
}

/** True for a code kept in a connection's `health`. */
export function isRefusalCode(code: string): code is ConnectionRefusalCode {
  return Object.hasOwn(texts, code);
}

type FailedCall = { readonly code: string; readonly kind: SupplierErrorKind; readonly message: string };

/** What a failed call means for the connection. */
export function toConnectionRefusal({ code, kind, message }: FailedCall): ConnectionRefusal {
  const known = refusalOfCode(code);
  if (known !== null) return { code: known, serviceMessage: message };
  return {
    code: kind === "wait" || kind === "unknown_outcome" ? "service_failing" : "refused",
    serviceMessage: message,
  };
}

function refusalOfCode(code: string): ConnectionRefusalCode | null {
  switch (code) {
    case "invalid_key":
    case "ip_not_allowed":
    case "reseller_suspended":
    case "reseller_not_active":
    case "dropship_disabled":
    case "webhook_url_invalid":
      return code;
    case "timed_out":
    case "unreachable":
    case "connection_lost":
    case "too_many_waiting":
      return "unreachable";
    case "rate_limited":
    case "daily_quota_exceeded":
      return "too_many_requests";
    default:
      return null;
  }
}
