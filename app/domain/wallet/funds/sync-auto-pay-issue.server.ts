import type { Prisma } from "@prisma/client";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import type { AutoPayStop } from "./plan-auto-pay.ts";

export const AUTO_PAY_ISSUE = "auto_pay_stopped";

type AutoPayIssueDeps = Pick<ShopContext, "shop" | "clock">;

/** Says on Home why nothing more is paid by itself, or that it goes on; a switch pressed meanwhile has the last word. */
export async function syncAutoPayIssue(
  ctx: AutoPayIssueDeps & Pick<ShopContext, "db">,
  stop: AutoPayStop | null,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const on = await tx.$queryRaw<unknown[]>`
      select 1 from auto_pay where shop_id = ${ctx.shop.id}::uuid and since is not null for update`;
    if (on.length === 0) return;
    if (stop === null) await resolveAutoPayStop(tx, ctx, "karwan");
    else await openAutoPayStop(tx, ctx, stop);
  });
}

/** Has the funds looked at again where Home says why nothing is paid by itself: a payment that was just made may end it. */
export async function recheckAutoPayStop({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<void> {
  const issue = { thing: "shop", thingId: shop.id, code: AUTO_PAY_ISSUE, resolvedAt: null } as const;
  if ((await db.attention.count({ where: { shopId: shop.id, ...issue } })) === 0) return;
  await db.$transaction((tx) => bringForward(tx, { shopId: shop.id, mode: "" }, "funds"));
}

export async function openAutoPayStop(
  tx: Prisma.TransactionClient,
  { shop, clock }: AutoPayIssueDeps,
  { reason, ...params }: AutoPayStop,
): Promise<void> {
  const issue = { thing: "shop", thingId: shop.id, code: AUTO_PAY_ISSUE } as const;
  await openAttention(tx, { shopId: shop.id, now: clock.now() }, { ...issue, params: { reason, ...params } });
}

export async function resolveAutoPayStop(
  tx: Prisma.TransactionClient,
  { shop, clock }: AutoPayIssueDeps,
  by: string,
): Promise<void> {
  const shopId = shop.id;
  await tx.attention.updateMany({
    where: { shopId, thing: "shop", thingId: shopId, code: AUTO_PAY_ISSUE, resolvedAt: null },
    data: { resolvedAt: clock.now(), resolvedBy: by },
  });
}
