import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ProductGid, VariantGid } from "#app/platform/ids.ts";
import type { OrderRuleCondition } from "./order-rule.ts";
import { hashTag } from "./tag-key.ts";

/** What a condition is to be looked for by, beside its own values. */
export type ConditionDeps = Pick<ShopContext, "shop" | "crypto"> & {
  /** Keys under which orders keep a city: its own, and hashes of the spellings a person said to mean it. */
  readonly cityKeysOf: (cityKey: string) => readonly string[];
  /** Variants of a product that are stocked by us. */
  readonly variantGidsOf: (productGid: ProductGid) => readonly VariantGid[];
};

type ConditionSql = {
  /** Whether an order's row matches; null where it is not known. */
  readonly isMatched: Prisma.Sql;
  /** Whether the row tells it at all. */
  readonly isKnown: Prisma.Sql;
};

/** The same as `matchRules`, over rows of "order" as what was last read of each; for counting, never for deciding. */
export function conditionSql(deps: ConditionDeps, condition: OrderRuleCondition): ConditionSql {
  switch (condition.kind) {
    case "value":
      return onColumn(Prisma.sql`total_pkr`, Prisma.sql`total_pkr > ${condition.overPkr}`);
    case "quantity":
      return onColumn(Prisma.sql`units`, Prisma.sql`units > ${condition.overUnits}`);
    case "city":
      return onColumn(
        Prisma.sql`city_key`,
        Prisma.sql`city_key = any(${[...deps.cityKeysOf(condition.cityKey)]}::text[])`,
      );
    case "product":
      return onColumn(Prisma.sql`lines`, hasAnyVariant(deps.variantGidsOf(condition.productGid)));
    case "new_customer":
      return onColumn(Prisma.sql`customer_is_new`, Prisma.sql`customer_is_new`);
    case "refused_customer":
      return onColumn(Prisma.sql`customer_refused`, Prisma.sql`customer_refused`);
    case "tag":
      return onColumn(
        Prisma.sql`tags_hash`,
        Prisma.sql`${hashTag(deps, condition.tag)} = any(string_to_array(tags_hash, ' '))`,
      );
    case "note":
      return onColumn(Prisma.sql`has_note`, Prisma.sql`has_note`);
    case "doubtful_address":
      return onColumn(Prisma.sql`doubtful_address`, Prisma.sql`doubtful_address`);
  }
}

function onColumn(column: Prisma.Sql, isMatched: Prisma.Sql): ConditionSql {
  return { isMatched, isKnown: Prisma.sql`${column} is not null` };
}

function hasAnyVariant(variantGids: readonly string[]): Prisma.Sql {
  const lines = variantGids.map((variantGid) => JSON.stringify([{ variantGid }]));
  return Prisma.sql`lines @> any(${lines}::text[]::jsonb[])`;
}
