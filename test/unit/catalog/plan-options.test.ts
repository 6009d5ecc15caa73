import { describe, expect, it } from "vitest";
import { type OptionFacts, planOptions } from "#app/domain/catalog/import/plan-options.ts";

const plan = (...variants: readonly OptionFacts[]) => {
  const { options, valuesOf } = planOptions(variants);
  return {
    options: options.map(({ name, values }) => `${name}: ${values.join(" ")}`),
    values: [...valuesOf.values()],
  };
};

describe("planOptions", () => {
  it.each([
    ["a default variant", [{ id: "p", isDefault: true, title: "Default" }]],
    ["a default variant that names a color", [{ id: "p", isDefault: true, color: "Red" }]],
    ["a single variant without color and size", [{ id: "v", title: "Cup" }]],
    ["no variant", []],
  ])("makes no option of %s", (_, variants) => {
    expect(plan(...variants).options).toEqual([]);
  });

  it("keeps the color of a single variant that is not the default", () => {
    expect(plan({ id: "v", color: "Red" })).toEqual({ options: ["Color: Red"], values: [["Red"]] });
  });

  it("uses color, size, or both, in the order they come", () => {
    expect(plan({ id: "a", color: "Red" }, { id: "b", color: "Blue" }).options).toEqual(["Color: Red Blue"]);
    expect(plan({ id: "a", size: "M" }, { id: "b", size: "L" }).options).toEqual(["Size: M L"]);
    expect(
      plan(
        { id: "a", color: "Red", size: "M" },
        { id: "b", color: "Red", size: "L" },
        { id: "c", color: "نیلا", size: "M" },
      ),
    ).toEqual({
      options: ["Color: Red نیلا", "Size: M L"],
      values: [
        ["Red", "M"],
        ["Red", "L"],
        ["نیلا", "M"],
      ],
    });
  });

  it("names the missing value of an option that others have", () => {
    expect(plan({ id: "a", size: "M" }, { id: "b", size: null }).options).toEqual(["Size: M Standard"]);
  });

  it("takes spellings that differ by case or spaces for one value", () => {
    expect(
      plan({ id: "a", color: "Dark  Red", size: "M" }, { id: "b", color: " dark red", size: "L" }).options,
    ).toEqual(["Color: Dark Red", "Size: M L"]);
  });

  it.each([
    ["their titles", [{ title: "Small pack" }, { title: "Big pack" }], "Style: Small pack Big pack"],
    [
      "their SKUs when titles are the same",
      [
        { title: "X", sku: "A1" },
        { title: "X", sku: "A2" },
      ],
      "Style: A1 A2",
    ],
    ["a number when nothing else differs", [{ title: "X" }, { title: "X" }], "Style: Style 1 Style 2"],
  ])("tells variants with equal color and size apart by %s", (_, differing, option) => {
    const variants = differing.map((facts, index) => ({ id: String(index), color: "Red", ...facts }));
    expect(plan(...variants).options).toEqual(["Color: Red", option]);
  });
});
