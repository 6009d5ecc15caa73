import { recordSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type {
  ConfirmationAsker,
  NotConfirmedChoice,
  RefusedChoice,
  ShippingShare,
  TextLanguage,
} from "#app/domain/shops/setting-choices.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { CustomerWordsSetting } from "./customer-words.ts";

type SettingsInput = Readonly<Record<CustomerWordsSetting, string>> & {
  readonly autoPrepaid: boolean;
  readonly autoCod: boolean;
  readonly paused: boolean;
  readonly codGateways: readonly string[];
  /** "" takes the shop's own name. */
  readonly senderName: string;
  readonly shippingShare: ShippingShare;
  readonly markPaidOnDelivery: boolean;
  readonly notifyCustomers: boolean;
  /** What becomes of an order whose parcels came back (R41). */
  readonly whenRefused: RefusedChoice;
  /** An order that repeats another of the day asks before it is placed (R40). */
  readonly holdLooksTwice: boolean;
  /** New orders of customers who refused a parcel before are tagged in Shopify. */
  readonly tagRefusedBefore: boolean;
  /** Who asks whether a cash order is meant, how long it waits, when it is asked again, and what follows (R16). */
  readonly confirmationAsker: ConfirmationAsker;
  readonly confirmationLimitHours: number;
  readonly confirmationReminderHours: number;
  readonly whenNotConfirmed: NotConfirmedChoice;
  /** In which customers' pages begin. */
  readonly customerLanguage: TextLanguage;
};

/** Any of the settings; what is left out stays as it is. */
export type SettingsChange = Partial<SettingsInput> & {
  readonly by: string;
  /** False where nobody asked for the right to pay, as the switch of prepaid orders seemed to be on. */
  readonly maySwitchPrepaidOn?: boolean;
};

/** `not_granted`: prepaid placing was switched off meanwhile, and would be switched on; nothing is saved. */
export type SaveSettingsResult = "saved" | "not_granted";

/**
 * Saves settings. A switch turned on keeps when and by whom (R27), and covers orders from then on (R36); one that was
 * on already keeps its own date, so that saving another card never moves it.
 */
export async function saveSettings(
  ctx: ShopContext,
  { by, maySwitchPrepaidOn = true, ...change }: SettingsChange,
): Promise<SaveSettingsResult> {
  const { shop } = ctx;
  const now = ctx.clock.now();
  const saved = await ctx.db.$transaction(async (tx): Promise<SaveSettingsResult> => {
    await tx.$queryRaw`select 1 from shop where id = ${shop.id}::uuid for no key update`;
    const row = await tx.shop.findUniqueOrThrow({ where: { id: shop.id } });
    const prepaid = flip(row.autoPrepaidSince, change.autoPrepaid, now);
    if (prepaid?.since && !maySwitchPrepaidOn) return "not_granted";
    const cod = flip(row.autoCodSince, change.autoCod, now);
    const paused = flip(row.placingPausedAt, change.paused, now);
    await tx.shop.update({
      where: { id: shop.id },
      data: {
        ...(prepaid && { autoPrepaidSince: prepaid.since, autoPrepaidBy: prepaid.since && by }),
        ...(cod && { autoCodSince: cod.since, autoCodBy: cod.since && by }),
        ...(paused && { placingPausedAt: paused.since }),
        ...(change.codGateways && { codGateways: [...new Set(change.codGateways)] }),
        ...(change.senderName !== undefined && { senderName: change.senderName.trim() || null }),
        shippingShare: change.shippingShare,
        markPaidOnDelivery: change.markPaidOnDelivery,
        notifyCustomers: change.notifyCustomers,
        whenRefused: change.whenRefused,
        holdLooksTwice: change.holdLooksTwice,
        tagRefusedBefore: change.tagRefusedBefore,
        confirmationAsker: change.confirmationAsker,
        confirmationLimitHours: change.confirmationLimitHours,
        confirmationReminderHours: change.confirmationReminderHours,
        whenNotConfirmed: change.whenNotConfirmed,
        customerLanguage: change.customerLanguage,
        customerWordsEn: change.customerWordsEn?.trim(),
        customerWordsRomanUrdu: change.customerWordsRomanUrdu?.trim(),
        customerWordsUr: change.customerWordsUr?.trim(),
      },
    });
    const switched = {
      ...(prepaid && { autoPrepaid: !!prepaid.since }),
      ...(cod && { autoCod: !!cod.since }),
    };
    const params = { ...switched, ...(paused && { paused: !!paused.since }) };
    if (Object.keys(params).length > 0) {
      const fact = {
        thing: "shop",
        thingId: shop.id,
        actor: "person",
        by,
        code: "switched",
        params,
      } as const;
      await recordFact(tx, shop.id, { ...fact, at: now });
    }
    return "saved";
  });
  if (saved === "not_granted") return saved;
  await ctx.wake([{ kind: "orders.reconcileWaiting", subject: "shop" }]);
  if (change.autoPrepaid !== undefined || change.autoCod !== undefined)
    await recordSetupAnswer(ctx, { question: "placing_chosen", answer: "yes", by });
  return saved;
}

/** The new date of a switch; null when it stays as it is. */
function flip(
  since: Date | null,
  on: boolean | undefined,
  now: Date,
): { readonly since: Date | null } | null {
  if (on === undefined || on === (since !== null)) return null;
  return { since: on ? now : null };
}
