import type { Mode } from "#app/supplier/mode.ts";

const guideSteps = ["connect", "routing", "product", "trial", "live"] as const;

export type GuideStep = (typeof guideSteps)[number];

/** `not_needed`: a shop that began with a live key tries nothing out. */
export type StepState = "done" | "not_needed" | "current" | "later";

export type GuideFacts = {
  /** The mode in use; null before the first key. */
  readonly mode: Mode | null;
  readonly placingChosen: boolean;
  /** The merchant said what happens to prices when the supplier's change (R47). */
  readonly priceChangesChosen: boolean;
  /** The merchant said whether another app books couriers for every order (R46). */
  readonly couriersAnswered: boolean;
  /** Products imported or mapped, and how many of the imported ones are on no sales channel. */
  readonly products: number;
  readonly unseen: number;
  /** Null until it was looked whether customers in Pakistan can check out (R45). */
  readonly deliveryReady: boolean | null;
  /** A simulated order was delivered (R37). */
  readonly trialDelivered: boolean;
};

export type SetupGuide = {
  readonly steps: readonly { readonly step: GuideStep; readonly state: StepState }[];
  /** The first step that is open; null when all are done. */
  readonly next: GuideStep | null;
};

/** The steps of set-up, in the order that makes each of them possible. */
export function planSetupGuide(facts: GuideFacts): SetupGuide {
  const isLive = facts.mode === "live";
  const ended: Readonly<Record<GuideStep, "done" | "not_needed" | null>> = {
    connect: facts.mode === null ? null : "done",
    routing: facts.placingChosen && facts.priceChangesChosen && facts.couriersAnswered ? "done" : null,
    product: facts.products > facts.unseen && facts.deliveryReady === true ? "done" : null,
    trial: facts.trialDelivered ? "done" : isLive ? "not_needed" : null,
    live: isLive ? "done" : null,
  };
  const next = guideSteps.find((step) => ended[step] === null) ?? null;
  const steps = guideSteps.map((step) => ({ step, state: ended[step] ?? openState(step, next) }));
  return { steps, next };
}

function openState(step: GuideStep, next: GuideStep | null): StepState {
  return step === next ? "current" : "later";
}
