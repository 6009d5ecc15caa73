import { rupees } from "#app/domain/money/rupees.ts";
import type { TextLanguage } from "#app/domain/shops/setting-choices.ts";
import type { Tracking } from "#app/domain/storefront/track-order.server.ts";
import { orderPage } from "./tracking-page.ts";

type PreviewOptions = {
  readonly language: TextLanguage;
  readonly timezone: string;
  readonly sender: string;
  readonly ownWords: string;
  readonly now: Date;
};

const DAY_MS = 24 * 60 * 60_000;

/** What a customer would see of an order that is nobody's, with one parcel on its way. */
export function previewPage({ sender, now, ...options }: PreviewOptions): string {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const tracking: Tracking = {
    ...{ orderName: "#1042", sender, token: "", choices: null },
    parcels: [
      {
        done: 4,
        dates: {
          received: new Date(today - 2 * DAY_MS),
          on_the_way: new Date(today - DAY_MS),
        },
        ...{ end: null, endedAt: null, cashPkr: rupees(2499), otherSum: null },
        ...{ courier: "TCS", trackingNumber: "779412345678", trackingUrl: null, items: null },
      },
    ],
  };
  return `<!doctype html><body style="margin:0;font:16px/1.5 sans-serif">${orderPage(tracking, { ...options, answer: null })}`;
}
