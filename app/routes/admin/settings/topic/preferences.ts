import type { CustomerWordsSetting } from "#app/domain/shops/customer-words.ts";
import type {
  ConfirmationAsker,
  NotConfirmedChoice,
  RefusedChoice,
  ShippingShare,
  TextLanguage,
} from "#app/domain/shops/setting-choices.ts";
import type { ShownSettings } from "./shown-settings.ts";

/** The settings a person edits, as the form holds them. */
export type Preferences = Readonly<Record<CustomerWordsSetting, string>> & {
  readonly autoPrepaid: boolean;
  readonly autoCod: boolean;
  readonly paused: boolean;
  readonly codGateways: readonly string[];
  readonly senderName: string;
  readonly shippingShare: ShippingShare;
  readonly markPaidOnDelivery: boolean;
  readonly notifyCustomers: boolean;
  readonly whenRefused: RefusedChoice;
  readonly holdLooksTwice: boolean;
  readonly tagRefusedBefore: boolean;
  readonly confirmationAsker: ConfirmationAsker;
  readonly confirmationLimitHours: string;
  readonly confirmationReminderHours: string;
  readonly whenNotConfirmed: NotConfirmedChoice;
  readonly customerLanguage: TextLanguage;
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
    tagRefusedBefore: settings.tagRefusedBefore,
    confirmationAsker: settings.confirmationAsker,
    confirmationLimitHours: String(settings.confirmationLimitHours),
    confirmationReminderHours: String(settings.confirmationReminderHours),
    whenNotConfirmed: settings.whenNotConfirmed,
    customerLanguage: settings.customerLanguage,
    customerWordsEn: settings.customerWordsEn,
    customerWordsRomanUrdu: settings.customerWordsRomanUrdu,
    customerWordsUr: settings.customerWordsUr,
  };
}

/** As the form travels: every value is text, and what was not changed stays at home. */
export function toFields(edits: Partial<Preferences>): Record<string, string> {
  const fields = Object.entries(edits).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.join("\n") : String(value)];
  });
  return { intent: "save", ...Object.fromEntries(fields) };
}
