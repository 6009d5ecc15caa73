import type { ControlCalls } from "../control-calls.ts";
import { breakSections } from "./break-things.ts";
import { orderActsSection } from "./order-acts.ts";
import { placeSection } from "./place-orders.ts";
import { supplierSections } from "./supplier.ts";

export type Field =
  | {
      kind: "things";
      of: "orders" | "parcels" | "products" | "variants";
      name: string;
      label: string;
      empty: string;
    }
  | {
      kind: "choice";
      name: string;
      label: string;
      options: readonly (readonly [value: string, text: string])[];
    }
  | { kind: "text" | "number"; name: string; label: string; value: string };

export type PressInput = { readonly shop: string; readonly fields: Readonly<Record<string, string>> };

/** One button: what it asks of the stand-ins. */
export type Press = {
  readonly name: string;
  readonly label: string;
  readonly play: (calls: ControlCalls, input: PressInput) => Promise<void>;
};

type PressGroup = {
  readonly hint?: string;
  readonly fields: readonly Field[];
  readonly presses: readonly Press[];
};

export type PressSection = { readonly title: string; readonly groups: readonly PressGroup[] };

export const pressSections: readonly PressSection[] = [
  placeSection,
  orderActsSection,
  ...supplierSections,
  ...breakSections,
];

export function getPress(name: string): Press {
  const presses = pressSections.flatMap(({ groups }) => groups.flatMap(({ presses }) => presses));
  const press = presses.find((candidate) => candidate.name === name);
  if (!press) throw new Error(`The drawer has no press ${name}`);
  return press;
}
