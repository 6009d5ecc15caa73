import { describe, expect, it } from "vitest";
import { type HoldCode, listHoldCodes } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { resolutionsFor } from "#app/domain/orders/holds/resolutions-for.ts";

/** Buttons that lead out of the app; every other one does its work on the order's own page. */
const LEADS_OUT: ReadonlySet<HoldAction> = new Set<HoldAction>([
  "grant_scopes",
  "open_connection",
  "open_in_shopify",
  "open_service_dashboard",
  "see_parcel",
  "top_up_wallet",
]);

/** Codes without a fix in Karwan, and where their button leads. */
const FIXED_ELSEWHERE: Partial<Record<HoldCode, HoldAction>> = {
  not_requestable: "open_in_shopify",
  missing_scope: "grant_scopes",
};

/** What a hold's own numbers have to hold for all its buttons to be there. */
const full = {
  lowered: { collects: 1300 },
  answerKey: "web|form",
  variantGid: "gid://shopify/ProductVariant/1",
  isRemembered: true,
};

describe("the ways out of a hold", () => {
  it.each(listHoldCodes())("%s is fixed in place, or is known to be fixed elsewhere", (code) => {
    const resolutions = resolutionsFor(code, full);
    expect(resolutions.length).toBeGreaterThan(0);
    expect(new Set(resolutions).size).toBe(resolutions.length);
    const elsewhere = FIXED_ELSEWHERE[code];
    if (elsewhere) expect(resolutions).toEqual([elsewhere]);
    else expect(resolutions.some((way) => !LEADS_OUT.has(way))).toBe(true);
  });

  it("leave out what the hold's own numbers rule out", () => {
    expect(resolutionsFor("price_below_minimum", {})).not.toContain("lower_delivery_charge");
    expect(resolutionsFor("partly_paid", {})).not.toContain("collect_rest");
    expect(resolutionsFor("customer_blocked", {})).not.toContain("forget_block");
    expect(resolutionsFor("variant_not_linked", { variantGid: null })).not.toContain("map_variant");
  });

  it("never leave a hold without a button, whatever its numbers say", () => {
    for (const code of listHoldCodes()) expect(resolutionsFor(code, {}).length).toBeGreaterThan(0);
  });
});
