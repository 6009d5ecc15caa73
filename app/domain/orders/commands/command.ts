import type { z } from "zod";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import type { FactSentences } from "#app/domain/messages/timeline/fact-codes.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { FormTypes } from "./form-types.ts";

/**
 * What the page says once a command was done. `next` is left out where something else keeps the order; `unsent` is for
 * an order of which nothing is with the supplier. Null: the run says it, as it depends on what came of it.
 */
export type DoneText =
  | string
  | { readonly did: string; readonly next: string }
  | { readonly withSupplier: string; readonly unsent: string }
  | null;

/** A button that sends the command as it is: nothing has to be typed or compared for it. */
export type ResolutionButton = {
  readonly label: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether it stands out: always, as the nearest way out of its hold, or never. */
  readonly emphasis: "always" | "when_first" | "never";
  /** It may have the order placed: not for whoever may not spend the wallet, where the order is prepaid. */
  readonly mayPlace: boolean;
  /** The row on Home has it too. */
  readonly isOnHome: boolean;
};

type BulkCount = {
  /** How many it fits: "12 orders". */
  readonly many: string;
  /** Of them: prepaid. */
  readonly prepaid: number;
  readonly payPkr: Rupees;
  /** Of them: held by rules if they went by themselves, and those rules in words. */
  readonly ruled: { readonly orders: number; readonly words: string } | null;
};

export type BulkQuestion = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly isDestructive: boolean;
};

/** An order of the list, as far as it decides what is offered for it. */
type OfferedOrder = {
  readonly state: OrderState;
  /** It goes by itself at a time the merchant has set. */
  readonly isPutOff: boolean;
  readonly askedCity: object | null;
  readonly payPkr: Rupees;
};

/** The words of a command that can be given to many orders with one press. */
export type BulkWords = {
  readonly label: string;
  /** "Placing 12 orders", from "12 orders". */
  readonly doing: (many: string) => string;
  /** As the shop's timeline names it. */
  readonly pressed: string;
  readonly isOffered: (order: OfferedOrder) => boolean;
  /** Asked before it is pressed; left out where more than a number is asked. */
  readonly counted?: {
    /** "be placed". */
    readonly done: string;
    readonly question: (count: BulkCount) => BulkQuestion;
  };
};

/**
 * What the pages know of a command. No value of a heavy package is imported here: the browser loads this for a label,
 * so the schema takes its types as an argument.
 */
export type OrderCommand = {
  /** Null: no page sends it for one order. */
  readonly schema: ((types: FormTypes) => z.ZodObject) | null;
  readonly label: string | ((shown: never) => string);
  readonly done: DoneText;
  readonly timeline: FactSentences;
  /** The ways out of a hold that give it, each one button or a form of its own. */
  readonly resolutions?: Readonly<Partial<Record<HoldAction, ResolutionButton | "own_form">>>;
  readonly bulk?: BulkWords;
};
