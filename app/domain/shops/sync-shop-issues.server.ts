import type { Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import { grantPage } from "./grant-page.ts";

/** What was found of a shop; what is left out was not looked at. */
export type ShopFindings = {
  readonly missingScopes?: readonly string[];
  readonly locationActive?: boolean;
  /** null: we may not look. */
  readonly deliveryReady?: boolean | null;
};

type SyncShopIssuesDeps = Pick<ShopContext, "shop" | "db" | "clock" | "env">;
type ShopIssue = {
  readonly code: AttentionCode;
  readonly isOpen: boolean;
  readonly params: Prisma.InputJsonObject;
};

/**
 * Brings to attention what only the merchant can put right in Shopify, each with its page there, and ends what is right.
 * Returns the codes that ended.
 */
export async function syncShopIssues(
  ctx: SyncShopIssuesDeps,
  findings: ShopFindings,
): Promise<readonly string[]> {
  const shopId = ctx.shop.id;
  const written = { shopId, now: ctx.clock.now() };
  const thing = { thing: "shop", thingId: shopId } as const;
  const verdicts = planShopIssues(ctx, findings);
  return ctx.db.$transaction(async (tx) => {
    const standing = await tx.attention.findMany({
      where: { shopId, ...thing, resolvedAt: null },
      select: { code: true },
    });
    const over = new Set<string>(verdicts.filter(({ isOpen }) => !isOpen).map(({ code }) => code));
    const codes = standing.map(({ code }) => code);
    const keep = codes.filter((code) => !over.has(code));
    await resolveAttention(tx, written, thing, { by: "karwan", keep });
    for (const { code, isOpen, params } of verdicts) {
      if (isOpen) await openAttention(tx, written, { ...thing, code, params });
    }
    return codes.filter((code) => over.has(code));
  });
}

function planShopIssues(
  { env, shop }: SyncShopIssuesDeps,
  { missingScopes, locationActive, deliveryReady }: ShopFindings,
): ShopIssue[] {
  const verdicts: ShopIssue[] = [];
  if (missingScopes !== undefined) {
    const params = {
      scopes: missingScopes.join(", "),
      page: grantPage(env),
    };
    verdicts.push({ code: "missing_scope", isOpen: missingScopes.length > 0, params });
  }
  if (locationActive !== undefined) {
    const page = `settings/locations/${shop.locationGid?.split("/").at(-1) ?? ""}`;
    verdicts.push({ code: "location_inactive", isOpen: !locationActive, params: { page } });
  }
  if (deliveryReady !== undefined && deliveryReady !== null) {
    verdicts.push({ code: "not_shippable", isOpen: !deliveryReady, params: { page: "settings/shipping" } });
  }
  return verdicts;
}
