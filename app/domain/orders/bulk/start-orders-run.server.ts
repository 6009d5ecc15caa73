import type { Prisma } from "@prisma/client";
import { openIssueParams } from "#app/domain/attention/list-attention.server.ts";
import { reserveRunSlot } from "#app/domain/bulk-actions/reserve-run-slot.server.ts";
import { bulkRunWork, startBulkRun } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { hashCity } from "#app/domain/orders/customer/city-hash.ts";
import { CITY_HOLDS, readCityOfHold } from "#app/domain/orders/customer/city-of-hold.ts";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import {
  type RememberedAnswerInput,
  toRememberedAnswer,
} from "#app/domain/orders/holds/answer-hold.server.ts";
import { spendsWallet } from "#app/domain/orders/money/spends-wallet.ts";
import { type BulkRunId, type OrderId, toOrderId } from "#app/platform/ids.ts";

/** More orders at once are asked for in two presses. */
export const BULK_LIMIT = 1000;

/** How one spelling of a city is to be read; a city of null sends it as it is written. */
export type CityAnswer = { readonly spelling: string; readonly city: string | null };

export type StartOrdersRunInput = {
  readonly action: BulkAction;
  readonly orderIds: readonly OrderId[];
  /** For *Choose a city*: every order that waits with one of these spellings goes on, chosen or not. */
  readonly cities?: readonly CityAnswer[];
  readonly by: string;
};

export type StartOrdersRunResult =
  | { readonly ok: true; readonly runId: BulkRunId; readonly orders: number }
  | { readonly ok: false; readonly reason: string };

/** Begins one press on many orders, as work that may be left. Ids that are not this shop's are not found, and left out. */
export async function startOrdersRun(
  ctx: ShopContext,
  asked: StartOrdersRunInput,
): Promise<StartOrdersRunResult> {
  const answers = asked.action === "choose_city" ? toAnswers(ctx, asked.cities) : [];
  if (asked.action === "choose_city" && answers.length === 0)
    return { ok: false, reason: "Choose a city for at least one spelling." };
  const orderIds =
    asked.action === "choose_city"
      ? (await findOrdersWithQuestion(ctx, answers)).slice(0, BULK_LIMIT)
      : await findOrdersOf(ctx, asked.action, asked.orderIds);
  if (orderIds.length === 0) return { ok: false, reason: "None of these orders is here any more." };
  const begun = await ctx.db.$transaction(async (tx): Promise<StartOrdersRunResult> => {
    const reason = await reserveRunSlot(ctx, tx, asked.action);
    if (reason !== null) return { ok: false, reason };
    for (const answer of answers) await remember(ctx, tx, { answer, by: asked.by });
    const { action: kind, by } = asked;
    const params = { action: kind, orders: orderIds.length };
    const fact = { code: "bulk_started", params } as const;
    const run = await startBulkRun(ctx, tx, { kind, by, fact }, { orderIds });
    return { ok: true, runId: run.id, orders: orderIds.length };
  });
  if (begun.ok) await ctx.wake([bulkRunWork(begun.runId)]);
  return begun;
}

/** Whether a prepaid order waits with one of these spellings: to answer it spends the wallet, as on its own page (R55). */
export async function spendsByCities(ctx: ShopContext, cities: readonly CityAnswer[]): Promise<boolean> {
  const ids = await findOrdersWithQuestion(ctx, toAnswers(ctx, cities));
  const asking = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids } },
    select: { state: true, route: true, outstandingPkr: true },
  });
  return asking.some((order) => spendsWallet("when_prepaid_and_unplaced", order));
}

function toAnswers(ctx: ShopContext, cities: readonly CityAnswer[] = []): readonly RememberedAnswerInput[] {
  return cities.flatMap((each) => toAnswer(ctx, each));
}

function toAnswer(ctx: ShopContext, { spelling, city }: CityAnswer): readonly RememberedAnswerInput[] {
  const kind =
    city === null ? ({ kind: "city_as_written" } as const) : ({ kind: "city_chosen", city } as const);
  const answer = toRememberedAnswer(ctx, kind, { city: spelling });
  return answer ? [answer] : [];
}

/** In the order they were chosen; what waits for funds by its deadline, the nearest first (R20). */
async function findOrdersOf(
  ctx: ShopContext,
  action: BulkAction,
  ids: readonly OrderId[],
): Promise<OrderId[]> {
  const found = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids.slice(0, BULK_LIMIT) } },
    select: { id: true, handoffs: { select: { parcels: { select: { fundsDeadline: true } } } } },
  });
  const place = new Map(ids.map((id, at) => [id, at]));
  const deadline = (order: (typeof found)[number]) =>
    Math.min(
      ...order.handoffs.flatMap(({ parcels }) =>
        parcels.map(({ fundsDeadline }) => fundsDeadline?.getTime() ?? Infinity),
      ),
    );
  const rank = action === "pay" ? deadline : ({ id }: (typeof found)[number]) => place.get(id) ?? 0;
  return found.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

async function findOrdersWithQuestion(
  ctx: ShopContext,
  answers: readonly RememberedAnswerInput[],
): Promise<OrderId[]> {
  const open = await ctx.db.attention.findMany({
    where: { shopId: ctx.shop.id, thing: "order", resolvedAt: null, code: { in: [...CITY_HOLDS] } },
    orderBy: { openedAt: "asc" },
  });
  const answered = new Set(answers.map(({ subject }) => subject));
  const spellingOf = (row: (typeof open)[number]) =>
    readCityOfHold({ code: row.code, params: openIssueParams(ctx, row) })?.spelling ?? "";
  const asking = open.filter((row) => answered.has(hashCity(ctx, cityKey(spellingOf(row)))));
  return [...new Set(asking.map(({ thingId }) => toOrderId(thingId)))];
}

async function remember(
  { shop, clock }: ShopContext,
  tx: Prisma.TransactionClient,
  {
    answer: { question, subject, given },
    by,
  }: { readonly answer: RememberedAnswerInput; readonly by: string },
): Promise<void> {
  const said = { answer: given, by, at: clock.now() };
  await tx.rememberedAnswer.upsert({
    where: { shopId_question_subject: { shopId: shop.id, question, subject } },
    create: { shopId: shop.id, question, subject, ...said },
    update: said,
  });
}
