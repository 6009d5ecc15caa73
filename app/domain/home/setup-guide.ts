const guideSteps = ["connect", "delivery", "products", "placing", "prices", "couriers"] as const;

export type GuideStep = (typeof guideSteps)[number];

type GuideFacts = {
  readonly connected: boolean;
  readonly deliveryReady: boolean | null;
  readonly listings: number;
  readonly placingChosen: boolean;
  /** The merchant said what happens to prices when the supplier's change (R47). */
  readonly priceChangesChosen: boolean;
  /** The merchant said whether another app books couriers for every order (R46). */
  readonly couriersAnswered: boolean;
};

export type SetupGuide = {
  readonly steps: readonly { readonly step: GuideStep; readonly done: boolean }[];
  /** The first step that is open; null when all are done. */
  readonly next: GuideStep | null;
};

/** The steps of set-up, in the order that makes each of them possible. */
export function planSetupGuide(facts: GuideFacts): SetupGuide {
  const done: Readonly<Record<GuideStep, boolean>> = {
    connect: facts.connected,
    delivery: facts.deliveryReady === true,
    products: facts.listings > 0,
    placing: facts.placingChosen,
    prices: facts.priceChangesChosen,
    couriers: facts.couriersAnswered,
  };
  const steps = guideSteps.map((step) => ({ step, done: done[step] }));
  return { steps, next: steps.find((each) => !each.done)?.step ?? null };
}
