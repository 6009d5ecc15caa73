import type { ShopContext } from "../../shops/shop-context.server.ts";

/** What persons of this shop have answered before, so that it is asked once (R4, R35). */
export type Answers = {
  readonly citiesAsWritten: ReadonlySet<string>;
  readonly chosenCities: ReadonlyMap<string, string>;
  /** Sales app and gateway → COD or PREPAID. */
  readonly routes: ReadonlyMap<string, string>;
};

export async function loadAnswers(ctx: ShopContext): Promise<Answers> {
  const rows = await ctx.db.rememberedAnswer.findMany({ where: { shopId: ctx.shop.id } });
  const of = (question: string) => rows.filter((row) => row.question === question);
  return {
    citiesAsWritten: new Set(of("city_as_written").map((row) => row.subject)),
    chosenCities: new Map(of("city_chosen").map((row) => [row.subject, row.answer])),
    routes: new Map(of("gateway_route").map((row) => [row.subject, row.answer])),
  };
}
