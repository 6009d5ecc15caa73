import type { Shop } from "@prisma/client";

const HOUR_MS = 60 * 60_000;

export type ConfirmationDates = { readonly askedAt: Date; readonly remindAt: Date; readonly dueAt: Date };

type AskingShop = Pick<Shop, "confirmationLimitHours" | "confirmationReminderHours">;

/** When a customer who is asked now is to be asked again, and until when the order waits for them. */
export function findDates({
  shop,
  clock,
}: {
  readonly shop: AskingShop;
  readonly clock: { readonly now: () => Date };
}): ConfirmationDates {
  const askedAt = clock.now();
  return {
    askedAt,
    remindAt: later(askedAt, shop.confirmationReminderHours),
    dueAt: later(askedAt, shop.confirmationLimitHours),
  };
}

function later(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * HOUR_MS);
}
