import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  DEFAULT_DIGEST_HOUR,
  DEFAULT_PRICE_RISE_PERCENT,
  defaultUrgency,
  type NotificationKind,
  type NotificationUrgency,
  notificationKinds,
} from "./notification-kinds.ts";

type NotificationChoices = Readonly<Record<NotificationKind, NotificationUrgency>>;

export type NotificationSettingsView = {
  readonly choices: NotificationChoices;
  /** The hour of the shop's own day. */
  readonly digestHour: number;
  readonly priceRisePercent: number;
};

type SettingsDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/** What a shop chose, or has without choosing. */
export async function findNotificationSettings({
  shop,
  db,
}: Pick<SettingsDeps, "shop" | "db">): Promise<NotificationSettingsView> {
  const [settings, rows] = await Promise.all([
    db.notificationSettings.findUnique({ where: { shopId: shop.id } }),
    db.notificationChoice.findMany({ where: { shopId: shop.id }, select: { kind: true, urgency: true } }),
  ]);
  const chosen = Object.fromEntries(rows.map(({ kind, urgency }) => [kind, urgency]));
  return {
    choices: { ...defaultUrgency, ...chosen },
    digestHour: settings?.digestHour ?? DEFAULT_DIGEST_HOUR,
    priceRisePercent: settings?.priceRisePercent ?? DEFAULT_PRICE_RISE_PERCENT,
  };
}

type NotificationChange = {
  readonly choices: Partial<NotificationChoices>;
  readonly digestHour?: number;
  readonly priceRisePercent?: number;
  readonly by: string;
};

/** Saves what was changed. What came up before a kind was chosen is not mailed afterwards. */
export async function saveNotificationSettings(
  { shop, db, clock }: SettingsDeps,
  { choices, digestHour, priceRisePercent, by }: NotificationChange,
): Promise<void> {
  const shopId = shop.id;
  const now = clock.now();
  const changed = notificationKinds.flatMap((kind) => {
    const urgency = choices[kind];
    return urgency === undefined ? [] : [{ kind, urgency }];
  });
  await db.$transaction(async (tx) => {
    const saved = { digestHour, priceRisePercent, savedBy: by };
    await tx.notificationSettings.upsert({ where: { shopId }, create: { shopId, ...saved }, update: saved });
    for (const { kind, urgency } of changed) {
      const before = await tx.notificationChoice.findUnique({ where: { shopId_kind: { shopId, kind } } });
      const isNew = (before?.urgency ?? defaultUrgency[kind]) === "off";
      await tx.notificationChoice.upsert({
        where: { shopId_kind: { shopId, kind } },
        create: { shopId, kind, urgency, notifiedUntil: now },
        update: { urgency, ...(isNew && { notifiedUntil: now }) },
      });
    }
    // Against another percent what was small enough before is not mailed.
    if (priceRisePercent !== undefined)
      await tx.notificationChoice.updateMany({
        where: { shopId, kind: "prices_up" },
        data: { notifiedUntil: now },
      });
  });
}
