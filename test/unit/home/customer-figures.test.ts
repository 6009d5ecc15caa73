import { describe, expect, it } from "vitest";
import { customerSentences, splitByConfirmation } from "#app/domain/home/customer-figures.ts";

const figures = {
  ...{ pages: 1204, asked: 212, given: 160, refused: 12 },
  ...{ confirmed: { refused: 6, ended: 60 }, unconfirmed: { refused: 12, ended: 48 } },
};

describe("what customers did", () => {
  it("is said in sentences", () => {
    expect(customerSentences(figures)).toEqual([
      "In the last 30 days customers looked at their orders 1,204 times.",
      "212 orders were to be confirmed: 160 confirmed, 12 cancelled.",
      "Refused at the door: 10% of confirmed orders' parcels, 25% of the others.",
    ]);
  });

  it("says nothing of what was not asked, and compares nothing with too few parcels", () => {
    const few = { ...figures, pages: 1, asked: 0, unconfirmed: { refused: 3, ended: 19 } };
    expect(customerSentences(few)).toEqual(["In the last 30 days customers looked at their orders 1 time."]);
  });

  it("counts as confirmed what anybody had confirmed", () => {
    const row = (key: string | null, refused: number, ended: number) => ({ key, refused, ended });
    expect(
      splitByConfirmation([
        ...[row("person", 1, 10), row("supplier", 2, 20), row("no_answer", 3, 5)],
        ...[row("nobody", 4, 6), row(null, 1, 1)],
      ]),
    ).toEqual({ confirmed: { refused: 3, ended: 30 }, unconfirmed: { refused: 8, ended: 12 } });
  });
});
