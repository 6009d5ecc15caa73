import { z } from "zod";
import {
  type NotificationUrgency,
  notificationKinds,
  notificationUrgencies,
} from "#app/domain/notifications/notification-kinds.ts";

const urgency = z.enum(notificationUrgencies).optional();

const choices = Object.fromEntries(notificationKinds.map((kind) => [kind, urgency])) as Record<
  (typeof notificationKinds)[number],
  typeof urgency
>;

/** A valid address has no line end in it, so that it adds no header to a mail. */
const address = z.string().trim().max(254).pipe(z.email());

/** What the field of a new recipient may hold. */
export function isAddress(text: string): boolean {
  return address.safeParse(text).success;
}

export const notificationsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    // The page sends what it edits; the rest stays as it is.
    ...choices,
    digestHour: z.coerce.number().int().min(0).max(23).optional(),
    priceRisePercent: z.coerce.number().int().min(1).max(500).optional(),
  }),
  z.object({ intent: z.literal("add"), address }),
  z.object({ intent: z.literal("retry"), recipientId: z.uuid() }),
  z.object({ intent: z.literal("remove"), recipientId: z.uuid() }),
  z.object({ intent: z.literal("test") }),
]);

export type NotificationsForm = z.output<typeof notificationsForm>;

export type EditedNotifications = Readonly<
  Record<(typeof notificationKinds)[number], NotificationUrgency>
> & {
  readonly digestHour: string;
  readonly priceRisePercent: string;
};
