import { AppProvider } from "@shopify/polaris";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { DeliveryCostsCard } from "#app/routes/admin/settings/topic/delivery-costs-card.tsx";
import type { ShownDelivery } from "#app/routes/admin/settings/topic/shown-delivery.ts";
import { AboutNote, ExistingRates } from "#app/routes/admin/settings/topic/weight-rates-card.tsx";

const seenAt = "2026-11-20T05:00:00.000Z";

function words<Props extends object>(component: FunctionComponent<Props>, props: Props): string {
  const element = createElement(AppProvider, { i18n: {} }, createElement(component, props));
  return renderToStaticMarkup(element).replaceAll(/<style.*?<\/style>|<[^>]+>/g, "");
}

type Tariff = NonNullable<ShownDelivery["tariff"]>;
const quoted: Tariff = {
  ...{ city: "Lahore", cities: { asked: 0, other: 0 }, seenAt },
  bands: [
    { upToGrams: 500, pkr: rupees(170), seenAt },
    { upToGrams: 1000, pkr: rupees(230), seenAt },
  ],
  ...{ perKgAbovePkr: rupees(30), perKgSeenAt: seenAt, defaultPkr: rupees(200), defaultSeenAt: seenAt },
};
const costs = (tariff: Partial<Tariff>, isAskedAgain = true) =>
  words(DeliveryCostsCard, { tariff: { ...quoted, ...tariff }, isAskedAgain });

describe("what the supplier charges, on the page of the delivery charge", () => {
  it("says about of each figure nobody quoted, and of no other", () => {
    const [half] = quoted.bands;
    const text = costs({
      bands: [...(half ? [half] : []), { upToGrams: 1000, pkr: rupees(200), seenAt: null }],
      perKgSeenAt: null,
    });
    expect(text).toContain("Up to 0.5 kgRs 170Up to 1 kgabout Rs 200");
    expect(text).toContain("Each kilogram above 1 kgabout Rs 30Weight not known, at leastRs 200");
    expect(text).toContain("a figure the supplier publishes, not one it quoted");
    expect(costs({ defaultSeenAt: null })).toContain("at leastabout Rs 200");
    expect(costs({})).not.toContain("about Rs");
    expect(costs({})).not.toContain("not one it quoted");
  });

  it("says twice a day while it is asked twice a day, and no city's figures before it was asked", () => {
    expect(costs({})).toContain("and again twice a day.");
    expect(costs({}, false)).not.toContain("twice a day");
    expect(costs({}, false)).toContain("It is not asked again while no customer is charged by it.");
    expect(costs({ seenAt: null })).toContain("The supplier has not been asked yet");
    expect(costs({ seenAt: null })).not.toContain("for Lahore");
  });
});

describe("rates by weight, on the same page", () => {
  const existing = { at: seenAt, moved: [], unquoted: [], isUnasked: false };
  const said = (weightRates: Partial<NonNullable<ShownDelivery["weightRates"]>>) =>
    words(ExistingRates, { weightRates: { ...existing, ...weightRates } });

  it("are the supplier's still only as far as it was asked", () => {
    expect(said({})).toContain("the supplier still charges the same.");
    const unquoted = [
      { fromGrams: 0, upToGrams: 500 },
      { fromGrams: 20_001, upToGrams: null },
    ];
    expect(said({ unquoted })).toContain(
      "the same, as far as it was asked. Not known yet: up to 0.5 kg, above 20 kg.",
    );
    expect(said({ unquoted, isUnasked: true })).toContain("has not been asked yet");
    expect(said({ unquoted, isUnasked: true })).not.toContain("the same");
  });

  it("say before they are written whose figures they are", () => {
    const rate = { fromGrams: 0, upToGrams: 500, pkr: rupees(150) };
    const note = (seen: string | null, isBeingAsked: boolean) =>
      words(AboutNote, { preview: { rates: [{ ...rate, seenAt: seen }], isBeingAsked } });
    expect(note(null, true)).toContain("Karwan asks it now");
    expect(note(null, false)).toContain("not one it quoted");
    expect(note(seenAt, false)).toBe("");
  });
});
