import type { AccountOrder, ChoiceAnswer } from "./account-order.ts";

/** Set where the extension is built, from the environment of who deploys it. */
declare const process: { readonly env: { readonly SHOPIFY_APP_URL?: string } };

const TRY_MS = 10_000;

type Asking = {
  readonly lang: string;
  /** Shopify's word of whose page it is. */
  readonly getToken: () => Promise<string>;
};

export type OrderQuestion = Asking & { readonly phone: string } & (
    | { readonly number: string }
    | { readonly id: string }
  );
export type Choice = Asking & { readonly order: string; readonly intent: "confirm" | "cancel" };

/** How far an order is; null where the app does not know it, or gives no answer. */
export function readOrder(question: OrderQuestion): Promise<AccountOrder | null> {
  return ask("/account/track", question);
}

/** Sends what the customer pressed; null where no answer comes. Sent twice it is done once. */
export function sendChoice(choice: Choice): Promise<ChoiceAnswer | null> {
  return ask("/account/choose", choice);
}

async function ask<Answer>(path: string, { getToken, ...typed }: Asking): Promise<Answer | null> {
  const address = findAppUrl();
  if (address === null) return null;
  try {
    const response = await fetch(new URL(path, address), {
      method: "POST",
      headers: { Authorization: `Bearer ${await getToken()}` },
      body: new URLSearchParams(typed),
      signal: AbortSignal.timeout(TRY_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Nothing where it was built without one: Shopify's sandbox has no environment. */
function findAppUrl(): string | null {
  try {
    return process.env.SHOPIFY_APP_URL || null;
  } catch {
    return null;
  }
}
