import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { hashCity } from "#app/domain/orders/customer/city-hash.ts";
import type { HoldQuestion } from "#app/domain/orders/holds/hold-question.ts";

/** What persons of this shop have answered before, so that it is asked once (R4, R35). */
export type Answers = {
  /** By the key of what was written (`cityKey`). */
  readonly citiesAsWritten: Pick<ReadonlySet<string>, "has">;
  readonly chosenCities: Pick<ReadonlyMap<string, string>, "get">;
  /** Sales app and gateway → COD or PREPAID. */
  readonly routes: ReadonlyMap<string, string>;
};

export async function loadAnswers(ctx: ShopContext): Promise<Answers> {
  const rows = await ctx.db.rememberedAnswer.findMany({ where: { shopId: ctx.shop.id } });
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
  };
}
