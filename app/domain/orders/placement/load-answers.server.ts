import { Prisma, type RememberedAnswer } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { hashCity } from "#app/domain/orders/customer/city-hash.ts";
import type { HoldQuestion } from "#app/domain/orders/holds/hold-question.ts";
import {
  type OrderRuleColumns,
  orderRulesQuery,
  toOrderRules,
} from "#app/domain/orders/rules/load-order-rules.server.ts";
import type { OrderRule } from "#app/domain/orders/rules/order-rule.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";

/** What persons of this shop have said for all its orders: answers, so that each is asked once (R4, R35), and rules. */
export type Answers = {
  /** By the key of what was written (`cityKey`). */
  readonly citiesAsWritten: Pick<ReadonlySet<string>, "has">;
  readonly chosenCities: Pick<ReadonlyMap<string, string>, "get">;
  /** Sales app and gateway → COD or PREPAID. */
  readonly routes: ReadonlyMap<string, string>;
  /** Those that are on, the oldest first. */
  readonly rules: readonly OrderRule[];
};

type AnswerColumns = Pick<RememberedAnswer, "question" | "subject" | "answer">;

/** Null where there are none. */
type SaidColumns = {
  readonly answers: readonly AnswerColumns[] | null;
  readonly rules: readonly OrderRuleColumns[] | null;
};

/** In one statement: an order that goes by itself asks for both. */
export async function loadAnswers(ctx: ShopContext): Promise<Answers> {
  const [said] = await queryRows<SaidColumns>(ctx.db, saidQuery(ctx));
  const rows = said?.answers ?? [];
  const of = (question: HoldQuestion) => rows.filter((row) => row.question === question);
  const findAnswer = (key: string, answers: typeof rows) => {
    if (answers.length === 0) return undefined;
    const hash = hashCity(ctx, key);
    return answers.find(({ subject }) => subject === hash);
  };
  return {
    citiesAsWritten: { has: (key) => findAnswer(key, of("city_as_written")) !== undefined },
    chosenCities: { get: (key) => findAnswer(key, of("city_chosen"))?.answer },
    routes: new Map(of("gateway_route").map((row) => [row.subject, row.answer])),
    rules: toOrderRules(said?.rules ?? []),
  };
}

function saidQuery({ shop }: ShopContext): Prisma.Sql {
  return Prisma.sql`
    select
      (select json_agg(given) from (
        select question, subject, answer from remembered_answer where shop_id = ${shop.id}::uuid) as given) as answers,
      (select json_agg(rule) from (${orderRulesQuery(shop.id)}) as rule) as rules`;
}
