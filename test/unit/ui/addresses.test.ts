import { describe, expect, it } from "vitest";
import { dayInUrl } from "#app/routes/admin/day-in-url.ts";
import { readPayoutsQuery } from "#app/routes/admin/payouts/payouts-query.server.ts";
import { readProfitQuery } from "#app/routes/admin/profit/profit-query.server.ts";
import { readWalletQuery } from "#app/routes/admin/wallet/wallet-query.server.ts";

const strange = [
  ...["0000-01-01", "9999-12-31", "2026-02-30", "2026-99-99", "-2026-01-01", "2026-1-1", "", "today"],
  ...["2026-01-01T00:00:00Z", "+020261-01-01", "20260101"],
];

describe("the days of an address", () => {
  it.each(strange)("are no day where they read %j", (text) => {
    expect(dayInUrl.safeParse(text).success).toBe(false);
    const params = new URLSearchParams({ from: text, to: text, month: text });
    expect(readWalletQuery(params).filter).toMatchObject({ from: null, to: null });
    expect(readProfitQuery(params)).toMatchObject({ from: null, to: null });
    expect(readPayoutsQuery(params).month).toBeNull();
  });

  it("are taken as they are where they exist", () => {
    const params = new URLSearchParams({ from: "2028-02-29", to: "2099-12-31", month: "2099-12" });
    expect(readWalletQuery(params).filter).toMatchObject({ from: "2028-02-29", to: "2099-12-31" });
    expect(readProfitQuery(params)).toMatchObject({ from: "2028-02-29", to: "2099-12-31" });
    expect(readPayoutsQuery(params).month).toBe("2099-12");
  });
});
