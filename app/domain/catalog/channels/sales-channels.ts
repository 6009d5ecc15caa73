import { z } from "zod";
import { mayPublish } from "#app/shopify/scopes.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** One of the shop's sales channels, and whether imports are published to it. */
export type SalesChannel = {
  /** Of the publication that belongs to it. */
  readonly gid: string;
  readonly name: string;
  readonly isOnlineStore: boolean;
  readonly chosen: boolean;
};

const stored = z.array(
  z.object({ gid: z.string(), name: z.string(), isOnlineStore: z.boolean(), chosen: z.boolean() }),
);

/** What the shop's row keeps; null where its channels were never read. */
export function parseSalesChannels(column: unknown): readonly SalesChannel[] | null {
  const parsed = stored.safeParse(column);
  return parsed.success ? parsed.data : null;
}

/** The channels as they are now with the choice as it was; the online store is proposed where nothing was chosen. */
export function planChannels(
  found: readonly Omit<SalesChannel, "chosen">[],
  known: readonly SalesChannel[] | null,
): readonly SalesChannel[] {
  return found.map((channel) => ({
    ...channel,
    chosen:
      known === null ? channel.isOnlineStore : known.some(({ gid, chosen }) => chosen && gid === channel.gid),
  }));
}

/**
 * Whether what is imported is published without a press: what came with a sandbox key ships to nobody, so the customers of
 * a real store see it only where a person publishes it (R37).
 */
export function publishesByItself(mode: Mode, shop: { readonly developmentStore: boolean }): boolean {
  return mode === "live" || shop.developmentStore;
}

type PublishingShop = { readonly grantedScopes: readonly string[]; readonly salesChannels: unknown };

/** Whether Karwan publishes for this shop, and where. */
export type Publishing =
  | { readonly kind: "not_allowed" }
  | { readonly kind: "allowed"; readonly channels: readonly SalesChannel[] };

export function publishingOf({ grantedScopes, salesChannels }: PublishingShop): Publishing {
  if (!mayPublish(grantedScopes)) return { kind: "not_allowed" };
  return { kind: "allowed", channels: parseSalesChannels(salesChannels) ?? [] };
}
