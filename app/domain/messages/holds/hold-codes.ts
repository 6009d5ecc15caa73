import type { HoldAction, HoldEnds, HoldRule } from "./hold-rule.ts";
import type { HoldParams } from "./hold-sentences.ts";
import { PLACING_HOLDS } from "./holds-of-placing.ts";
import { SERVICE_HOLDS } from "./holds-of-service.ts";

const HOLDS = { ...PLACING_HOLDS, ...SERVICE_HOLDS } as const satisfies Record<string, HoldRule>;

/** Why an order waits for a person: one word per reason, shared by the engine, the pages and the extensions. */
export type HoldCode = keyof typeof HOLDS;

export function isHoldCode(code: string): code is HoldCode {
  return Object.hasOwn(HOLDS, code);
}

export function listHoldCodes(): readonly HoldCode[] {
  return Object.keys(HOLDS).filter(isHoldCode);
}

/** What the merchant reads: what happened and what to do next. Missing numbers leave a sentence that still reads. */
export function holdSentence(code: HoldCode, params: HoldParams = {}): string {
  return HOLDS[code].sentence(params);
}

export function holdAction(code: HoldCode): HoldAction {
  return HOLDS[code].action;
}

/** Whether a person has to decide something; what ends by itself is only waited for. */
export function needsPerson(code: string): boolean {
  return !isHoldCode(code) || holdEnds(code) !== "by_itself";
}

/** Whether the fulfillment request stays open for a while or is answered at once (rule R8). */
export function holdEnds(code: HoldCode): HoldEnds {
  return HOLDS[code].ends;
}
