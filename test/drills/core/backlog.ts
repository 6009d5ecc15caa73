import { awaitNextSecond, pressOnOrder, switchAutomatic, touchOrder } from "./merchant-moves.ts";
import { settleForGood, settleInto } from "./order-facts.ts";
import { placeOrder } from "./orders.ts";
import { problemsOfPlaced, problemsOfWaiting } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

const kinds = ["COD", "prepaid", "two parcels"] as const;

/** Automatic is switched on while orders wait: they stay where they are, and newer ones go by themselves (R36). */
export async function playBacklog(stage: DrillStage): Promise<void> {
  await stage.play("switched on over a backlog: old orders wait, one press places one", async () => {
    await switchAutomatic(stage, "off");
    const orders = kinds.map((kind) => ({ kind, order: placeOrder(stage, kind) }));
    const waits = async (each: (typeof orders)[number], code: string) =>
      settleInto(stage, each.order, (facts) =>
        problemsOfWaiting(facts, { state: ["to_place"], handoffs: 0, code }),
      );
    const before = await Promise.all(orders.map((each) => waits(each, "automatic_off")));
    await awaitNextSecond();
    await switchAutomatic(stage, "on");
    await Promise.all(orders.map(({ order }) => touchOrder(stage, order, "look again")));
    const after = await Promise.all(orders.map((each) => waits(each, "older_than_automatic")));
    const problems = [...before.flat(), ...after.flat()];
    const [first, ...others] = orders;
    if (problems.length > 0 || !first) return problems;
    await pressOnOrder(stage, first.order, "place");
    const placed = await settleForGood(stage, first.order, (facts) =>
      problemsOfPlaced(facts, { kind: first.kind }),
    );
    const kept = await Promise.all(
      others.map(({ order }) =>
        settleForGood(stage, order, (facts) =>
          problemsOfWaiting(facts, { state: ["to_place"], handoffs: 0 }),
        ),
      ),
    );
    await awaitNextSecond();
    const newer = placeOrder(stage, "COD");
    const automatic = await settleForGood(stage, newer, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
    return [...placed, ...kept.flat(), ...automatic];
  });
}
