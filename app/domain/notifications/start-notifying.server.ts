import type { Prisma, Shop } from "@prisma/client";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { DEFAULT_DIGEST_HOUR, defaultUrgency, notificationKinds } from "./notification-kinds.ts";
import { hourOfDay } from "./plan-digest.ts";

/** Everything that came up until now counts as notified, the digest of a day whose hour is past among it. */
export async function startNotifying(
  tx: Prisma.TransactionClient,
  { id: shopId, timezone }: Pick<Shop, "id" | "timezone">,
  now: Date,
): Promise<void> {
  await tx.notificationChoice.createMany({
    data: notificationKinds.map((kind) => ({
      shopId,
      kind,
      urgency: defaultUrgency[kind],
      notifiedUntil: now,
    })),
    skipDuplicates: true,
  });
  await tx.notificationChoice.updateMany({ where: { shopId }, data: { notifiedUntil: now } });
  const settings = await tx.notificationSettings.findUnique({ where: { shopId } });
  const isPast = hourOfDay(now, timezone) >= (settings?.digestHour ?? DEFAULT_DIGEST_HOUR);
  if (!isPast) return;
  const digestDay = calendarDay(now, timezone);
  await tx.notificationSettings.upsert({
    where: { shopId },
    create: { shopId, digestDay },
    update: { digestDay },
  });
}
