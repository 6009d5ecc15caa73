import type { Prisma } from "@prisma/client";
import { recordSetupAnswer } from "#app/domain/connection/setup-answers.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { shadowSince } from "./shadow-mode.ts";

export type ShadowMode = {
  /** Null while it is off. */
  readonly since: Date | null;
  readonly by: string | null;
  /** Orders decided about since it was last begun. */
  readonly decided: number;
  /** It is on, or was before. */
  readonly hasRun: boolean;
};

/** Whether a shop is in shadow mode, and what came of it until now. */
export async function findShadowMode({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<ShadowMode> {
  const since = shadowSince(shop);
  const hasRun = shop.shadowSince !== null;
  if (since === null) return { since, by: null, decided: 0, hasRun };
  const decided = await db.shadowDecision.count({ where: { shopId: shop.id, decidedAt: { gte: since } } });
  return { since, by: shop.shadowBy, decided, hasRun };
}

/** From now on everything is decided and nothing is placed by itself. On already, it keeps its date. */
export async function startShadowMode(ctx: ShopContext, { by }: { readonly by: string }): Promise<void> {
  const isStarted = await switchShop(ctx, by, (row) =>
    shadowSince(row) === null
      ? { data: { shadowSince: ctx.clock.now(), shadowUntil: null, shadowBy: by }, params: { shadow: true } }
      : null,
  );
  if (isStarted) await ctx.wake([{ kind: "orders.reconcileWaiting", subject: "shop" }]);
}

type EndShadowModeInput = {
  readonly by: string;
  /** How to go on: which orders go by themselves from now on; neither leaves all of them to a press. */
  readonly autoPrepaid: boolean;
  readonly autoCod: boolean;
};

/** False where it was ended before. */
export async function endShadowMode(ctx: ShopContext, input: EndShadowModeInput): Promise<boolean> {
  const { by, autoPrepaid, autoCod } = input;
  const now = ctx.clock.now();
  const since = nextSecond(now);
  const isEnded = await switchShop(ctx, by, (row) =>
    shadowSince(row) === null
      ? null
      : {
          data: {
            shadowUntil: now,
            ...{ autoPrepaidSince: autoPrepaid ? since : null, autoPrepaidBy: autoPrepaid ? by : null },
            ...{ autoCodSince: autoCod ? since : null, autoCodBy: autoCod ? by : null },
          },
          params: { shadow: false, autoPrepaid, autoCod },
        },
  );
  if (!isEnded) return false;
  await ctx.wake([{ kind: "orders.reconcileWaiting", subject: "shop" }]);
  await recordSetupAnswer(ctx, { question: "placing_chosen", answer: "yes", by });
  return true;
}

/** Shopify dates an order to the second: one of this second is of the shadow days, and is not placed by itself (R36). */
function nextSecond(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 1000) + 1) * 1000);
}

type Switched = { readonly data: Prisma.ShopUpdateInput; readonly params: Prisma.InputJsonObject };
type ShopRow = Prisma.ShopGetPayload<object>;

async function switchShop(
  ctx: ShopContext,
  by: string,
  plan: (row: ShopRow) => Switched | null,
): Promise<boolean> {
  const { id } = ctx.shop;
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from shop where id = ${id}::uuid for no key update`;
    const switched = plan(await tx.shop.findUniqueOrThrow({ where: { id } }));
    if (!switched) return false;
    await tx.shop.update({ where: { id }, data: switched.data });
    const { params } = switched;
    const fact = { thing: "shop", thingId: id, actor: "person", by, code: "switched", params } as const;
    await recordFact(tx, id, { ...fact, at: ctx.clock.now() });
    return true;
  });
}
