import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { createRandom } from "#test/standins/supplier/random.ts";
import { type Dice, pickFaults } from "./pick-faults.ts";
import type { CallFault } from "./relay.ts";

/** Goods a lane sells; `scarce` is its own product, `own` is the merchant's. */
export type Goods = "cooker" | "spoons" | "earbuds" | "speaker" | "scarce" | "own";

export type LifeStep =
  | { readonly do: "place" | "place_again" | "note" | "repeat_webhooks" }
  | { readonly do: "answer"; readonly way: number }
  | { readonly do: "press"; readonly intent: string }
  | {
      readonly do: "move";
      readonly status: MovedTo;
      readonly part?: number;
      readonly type?: "rto" | "return";
    }
  | { readonly do: "edit"; readonly change: "fewer" | "more" | "remove" | "add" }
  | { readonly do: "address"; readonly city: string }
  | { readonly do: "cancel_in_shopify" | "request_cancellation" | "undo_fulfillments" | "pay_in_shopify" }
  | { readonly do: "refund_one" | "confirmation_failed" }
  | { readonly do: "stock"; readonly left: number }
  | { readonly do: "wallet"; readonly to: "empty" | "full" };

type MovedTo = "CONFIRMED" | "PROCESSING" | "SHIPPED" | "DELIVERED" | "CANCELLED" | "RETURNED";

export type LifePlan = {
  readonly number: number;
  readonly name: string;
  readonly goods: readonly {
    readonly of: Goods;
    readonly quantity: number;
    readonly price: number;
    readonly discount?: number;
  }[];
  readonly order: Omit<NewOrder, "lines">;
  readonly faults: readonly CallFault[];
  readonly steps: readonly LifeStep[];
};

const PRICES: Readonly<Record<Goods, number>> = {
  ...{ cooker: 1600, spoons: 350, earbuds: 1000, speaker: 2000, scarce: 2400, own: 500 },
};

/** The life of this number under this seed: always the same. */
export function planLife(seed: number, number: number): LifePlan {
  const random = createRandom(seed * 1_000_003 + number * 7919);
  const dice: Dice = {
    chance: (share) => random() < share,
    below: (end) => Math.floor(random() * end),
    pick: (from) => from[Math.floor(random() * from.length)] as (typeof from)[number],
  };
  const beginning = dice.chance(0.35) ? "plain" : dice.pick(Object.keys(BEFORE));
  const faults = beginning === "plain" || dice.chance(0.4) ? pickFaults(dice) : [];
  const isLate = faults.some(({ kind }) => kind === "late");
  const course = isLate ? "delivered at once" : dice.pick(Object.keys(AFTER));
  const start = BEFORE[beginning]?.(dice, number) ?? { steps: [place] };
  const goods = start.goods ?? buyGoods(dice);
  const steps = [...start.steps, ...(AFTER[course]?.(dice) ?? [])];
  return {
    number,
    name: [`life ${number}`, beginning, course, ...faults.map(nameFault)].join(", "),
    // Only what is told of one parcel comes in one order each time.
    goods: isLate ? goods.slice(0, 1) : goods,
    order: {
      payment: dice.chance(0.65) ? "cod" : "paid",
      shipping: dice.pick([0, 200, 200, 250]),
      customer: { firstName: "Ayesha", lastName: "Example", phone: phoneOf(number) },
      shippingAddress: { city: dice.pick(["Lahore", "Karachi", "faisalabad", "LHR", "Multan City"]) },
      ...(dice.chance(0.15) ? { discountCode: { code: "EID", percent: 5 } } : {}),
      ...(dice.chance(0.15) ? { note: "Call before you come" } : {}),
      ...start.order,
    },
    faults,
    steps: withDisturbances(dice, steps),
  };
}

const phoneOf = (number: number) => `+92300${String(3_000_000 + number)}`;

function nameFault({ call, kind, code, times }: CallFault): string {
  return `${code ?? kind} at ${call} × ${times.length}`;
}

function buyGoods({ pick, chance, below }: Dice): LifePlan["goods"] {
  const all: Goods[] = ["cooker", "spoons", "earbuds", "speaker"];
  const first = all.splice(below(all.length), 1);
  const second = chance(0.5) ? all.splice(below(all.length), 1) : [];
  const own: Goods[] = chance(0.2) ? ["own"] : [];
  return [...first, ...second, ...own].map((of) => ({
    of,
    quantity: of === "spoons" ? 4 : pick([1, 1, 2, 3]),
    price: PRICES[of],
    ...(chance(0.1) ? { discount: 30 } : {}),
  }));
}

/** Somebody writes a note, or both sides say all they said once more, between two steps. */
function withDisturbances({ chance }: Dice, steps: readonly LifeStep[]): readonly LifeStep[] {
  return steps.flatMap((step, at): LifeStep[] => {
    if (at === 0) return [step];
    if (chance(0.12)) return [step, { do: "repeat_webhooks" }];
    return chance(0.06) ? [step, { do: "note" }] : [step];
  });
}

type Start = Partial<Pick<LifePlan, "goods" | "order">> & { readonly steps: readonly LifeStep[] };

const place: LifeStep = { do: "place" };

/** Whatever needs a person is answered, in one of its ways, and what that leads to as well. */
function answers({ below }: Dice): LifeStep[] {
  return [
    { do: "answer", way: below(12) },
    { do: "answer", way: below(12) },
  ];
}

/** An order that something keeps from being placed until it is answered. */
function held(dice: Dice, more: Omit<Start, "steps">, meanwhile: readonly LifeStep[] = []): Start {
  return { ...more, steps: [place, ...meanwhile, ...answers(dice)] };
}

const inCity = (city: string) => ({ order: { shippingAddress: { city } } });

/** How an order begins where something is in its way. */
const BEFORE: Readonly<Record<string, (dice: Dice, number: number) => Start>> = {
  "odd city": (dice, number) =>
    held(dice, inCity(dice.pick([`Basti ${number}`, "near the big mosque", "Islamabad / Rawalpindi"]))),
  "changed while held": (dice, number) =>
    held(dice, inCity(`Chak ${number} GB`), [
      dice.pick<LifeStep>([
        ...(["fewer", "more", "add"] as const).map((change) => ({ do: "edit", change }) as const),
        ...[{ do: "cancel_in_shopify" } as const, { do: "address", city: "Karachi" } as const],
      ]),
    ]),
  "odd phone": (dice) =>
    held(dice, { order: { customer: { phone: dice.pick(["0300 12", "+447700900123", "042 35761000"]) } } }),
  "no address": (dice) => held(dice, { order: { shippingAddress: { address1: "", address2: "" } } }),
  "unknown payment": (dice, number) =>
    held(dice, {
      order: { payment: "none", app: { id: `gid://shopify/App/${number}`, name: `Form ${number}` } },
    }),
  "partly paid": (dice) => held(dice, { order: { payment: "partly", paidAmount: 300 } }),
  "not paid yet": (dice) =>
    held(dice, { order: { payment: "pending" } }, dice.chance(0.5) ? [{ do: "pay_in_shopify" }] : []),
  "too cheap": (dice) =>
    held(dice, {
      goods: [{ of: "cooker", quantity: 1, price: dice.pick([1150, 700]) }],
      order: { payment: "cod", shipping: 200 },
    }),
  "sold out": (dice, number) => {
    const goods = [{ of: "scarce" as const, quantity: 2, price: PRICES.scarce }];
    const meanwhile: LifeStep[] = [
      { do: "stock", left: 1 },
      { do: "answer", way: 0 },
    ];
    return held(dice, { goods, ...inCity(`Goth ${number}`) }, meanwhile);
  },
  "empty wallet": (dice) => {
    const start = held(dice, { order: { payment: dice.chance(0.7) ? "paid" : "cod" } });
    return { ...start, steps: [{ do: "wallet", to: "empty" }, ...start.steps] };
  },
  twice: (dice) => held(dice, {}, [{ do: "place_again" }]),
  "nothing of ours": (dice) => held(dice, { goods: [{ of: "own", quantity: 1, price: PRICES.own }] }),
};

const move = (status: MovedTo, more: { part?: number; type?: "rto" | "return" } = {}): LifeStep => ({
  ...{ do: "move", status, ...more },
});
const press = (intent: string): LifeStep => ({ do: "press", intent });
const edit = ({ pick }: Dice): LifeStep => ({ do: "edit", change: pick(["fewer", "more", "remove", "add"]) });

function cancel({ pick }: Dice): LifeStep {
  return pick([press("cancel"), { do: "cancel_in_shopify" }, { do: "request_cancellation" }]);
}

/** How it goes on once it is placed, or was to be. */
const AFTER: Readonly<Record<string, (dice: Dice) => readonly LifeStep[]>> = {
  delivered: () => [move("CONFIRMED"), move("SHIPPED"), move("DELIVERED")],
  "delivered at once": () => [move("DELIVERED")],
  refused: (dice) => [move("SHIPPED"), move("RETURNED", { type: "rto" }), ...answers(dice)],
  "refused in part": (dice) => [
    ...[move("SHIPPED"), move("DELIVERED", { part: 1 }), move("RETURNED", { part: 2, type: "rto" })],
    ...answers(dice),
  ],
  "sent back": (dice) => [move("DELIVERED"), move("RETURNED", { type: "return" }), ...answers(dice)],
  "cancelled by the service": (dice) => [
    ...[move(dice.pick(["CONFIRMED", "PROCESSING"])), move("CANCELLED")],
    ...answers(dice),
  ],
  "cancelled in part": (dice) => [
    ...[move("CANCELLED", { part: 2 }), move("DELIVERED", { part: 1 })],
    ...answers(dice),
  ],
  "cancelled early": (dice) => [cancel(dice), ...answers(dice)],
  "cancelled late": (dice) => [
    ...[move(dice.pick(["PROCESSING", "SHIPPED"])), cancel(dice), ...answers(dice)],
    move("DELIVERED"),
  ],
  "cancelled and placed": (dice) => [press("cancel"), press("place"), ...answers(dice), move("DELIVERED")],
  "edited afterwards": (dice) => [edit(dice), ...answers(dice), move("DELIVERED")],
  "edited on its way": (dice) => [move("SHIPPED"), edit(dice), ...answers(dice), move("DELIVERED")],
  "moved house": (dice) => [{ do: "address", city: "Multan" }, ...answers(dice), move("DELIVERED")],
  "refunded in part": (dice) => [{ do: "refund_one" }, ...answers(dice), move("DELIVERED")],
  "fulfillment undone": (dice) => [
    ...[move("SHIPPED"), { do: "undo_fulfillments" } as const, ...answers(dice)],
    move("DELIVERED"),
  ],
  "not confirmed": (dice) => [{ do: "confirmation_failed" }, ...answers(dice), move("DELIVERED")],
  "paid in Shopify": () => [move("SHIPPED"), { do: "pay_in_shopify" }, move("DELIVERED")],
};
