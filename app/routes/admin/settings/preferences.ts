import type { ShownSettings } from "./shown-settings.ts";

/** The settings a person edits, as the form holds them. */
export type Preferences = {
  readonly autoPrepaid: boolean;
  readonly autoCod: boolean;
  readonly paused: boolean;
  readonly codGateways: readonly string[];
  readonly senderName: string;
  readonly shippingShare: string;
  readonly markPaidOnDelivery: boolean;
  readonly notifyCustomers: boolean;
  readonly whenRefused: string;
  readonly holdLooksTwice: boolean;
};

export function toPreferences(settings: ShownSettings): Preferences {
  return {
    autoPrepaid: settings.autoPrepaid !== null,
    autoCod: settings.autoCod !== null,
    paused: settings.pausedAt !== null,
    codGateways: settings.gateways.filter(({ counted }) => counted).map(({ name }) => name),
    senderName: settings.senderName ?? "",
    shippingShare: settings.shippingShare,
    markPaidOnDelivery: settings.markPaidOnDelivery,
    notifyCustomers: settings.notifyCustomers,
    whenRefused: settings.whenRefused,
    holdLooksTwice: settings.holdLooksTwice,
  };
}

/** As the form travels: every value is text. */
export function toFields(preferences: Preferences): Record<string, string> {
  return {
    intent: "save",
    autoPrepaid: String(preferences.autoPrepaid),
    autoCod: String(preferences.autoCod),
    paused: String(preferences.paused),
    codGateways: preferences.codGateways.join("\n"),
    senderName: preferences.senderName,
    shippingShare: preferences.shippingShare,
    markPaidOnDelivery: String(preferences.markPaidOnDelivery),
    notifyCustomers: String(preferences.notifyCustomers),
    whenRefused: preferences.whenRefused,
    holdLooksTwice: String(preferences.holdLooksTwice),
  };
}
