import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { cleanText } from "#app/domain/orders/customer/clean-text.ts";
import { matchCity } from "#app/domain/orders/customer/match-city.ts";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import { type ProductGid, toProductGid } from "#app/platform/ids.ts";
import { LONGEST_TAG, MOST_RUPEES, MOST_UNITS, type OrderRuleCondition } from "./order-rule.ts";
import type { OrderRuleDraft } from "./order-rule-draft.ts";

/** Why a rule is not taken. */
export type RuleRefusal =
  | { readonly reason: "limit_missing" | "limit_not_whole" | "limit_too_large" }
  | { readonly reason: "city_unknown"; readonly suggestions: readonly string[] }
  /** Several products are called so. */
  | { readonly reason: "product_ambiguous"; readonly products: readonly FoundProduct[] }
  | { readonly reason: "product_unknown" | "tag_too_long" | "already_there" | "too_many_rules" | "gone" };

type FoundProduct = { readonly productGid: ProductGid; readonly title: string };

type ReadDraft =
  | { readonly ok: true; readonly condition: OrderRuleCondition }
  | ({ readonly ok: false } & RuleRefusal);

/** What a draft asks for, with its city and product looked up. */
export async function readDraft(ctx: ShopContext, { kind, limit }: OrderRuleDraft): Promise<ReadDraft> {
  const text = cleanText(limit);
  switch (kind) {
    case "value":
      return readNumber(text, MOST_RUPEES, (number) => ({ kind, overPkr: rupees(number) }));
    case "quantity":
      return readNumber(text, MOST_UNITS, (number) => ({ kind, overUnits: number }));
    case "city":
      return readCity(text);
    case "product":
      return readProduct(ctx, text);
    case "tag":
      return readTag(text);
    case "new_customer":
    case "refused_customer":
    case "note":
    case "doubtful_address":
      return { ok: true, condition: { kind } };
  }
}

/** "20,000" and "Rs 20,000" are read as they are meant; a limit of 0 would hold every order. */
function readNumber(
  text: string,
  most: number,
  toCondition: (number: number) => OrderRuleCondition,
): ReadDraft {
  const bare = text.replace(/^rs\.?\s*/i, "").replaceAll(/[,\s]/g, "");
  if (bare === "") return refused("limit_missing");
  if (!/^\d{1,12}$/.test(bare) || Number(bare) === 0) return refused("limit_not_whole");
  const number = Number(bare);
  return number > most ? refused("limit_too_large") : { ok: true, condition: toCondition(number) };
}

const nothingRemembered = { knownAsWritten: new Set<string>(), chosenCities: new Map<string, string>() };

function readCity(text: string): ReadDraft {
  if (text === "") return refused("limit_missing");
  const match = matchCity({ city: text, province: "", address: "", ...nothingRemembered });
  if (match.kind === "matched")
    return { ok: true, condition: { kind: "city", city: match.city, cityKey: cityKey(match.city) } };
  const suggestions = "suggestions" in match ? match.suggestions : [];
  return { ok: false, reason: "city_unknown", suggestions };
}

function readTag(text: string): ReadDraft {
  if (text === "") return refused("limit_missing");
  return text.length > LONGEST_TAG
    ? refused("tag_too_long")
    : { ok: true, condition: { kind: "tag", tag: text } };
}

/** So many of the products a text may mean are shown to choose from. */
const MOST_PRODUCTS = 8;

/** A product of the shop that is linked to the supplier's, listed by us or mapped by a person: by its id, or called so. */
async function readProduct({ db, shop }: ShopContext, text: string): Promise<ReadDraft> {
  if (text === "") return refused("limit_missing");
  const called = { contains: text, mode: "insensitive" } as const;
  const where = {
    ...{ shopId: shop.id, OR: [{ productGid: toProductGid(text) }, { title: called }] },
    NOT: { productGid: null },
  };
  const query = { select: { productGid: true, title: true }, orderBy: { title: "asc" }, take: 50 } as const;
  const [listings, mappings] = await Promise.all([
    db.listing.findMany({ ...query, where }),
    db.productMapping.findMany({ ...query, where: { shopId: shop.id, OR: where.OR } }),
  ]);
  const found = [...listings, ...mappings].flatMap(({ productGid, title }) =>
    productGid === null ? [] : [{ productGid, title }],
  );
  const products = [...new Map(found.map((each) => [each.productGid, each])).values()];
  const named = products.filter(({ productGid, title }) => productGid === text || isCalled(title, text));
  const [product] = named.length === 1 ? named : products;
  if (!product) return refused("product_unknown");
  if (named.length !== 1 && products.length > 1)
    return { ok: false, reason: "product_ambiguous", products: products.slice(0, MOST_PRODUCTS) };
  return { ok: true, condition: { kind: "product", ...product } };
}

function isCalled(title: string, text: string): boolean {
  return title.toLowerCase() === text.toLowerCase();
}

function refused(reason: Exclude<RuleRefusal["reason"], "city_unknown" | "product_ambiguous">): ReadDraft {
  return { ok: false, reason };
}
