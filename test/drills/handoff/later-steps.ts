import { randomUUID } from "node:crypto";
import { z } from "zod";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { createSupplierSender, sendInTurn } from "../core/deliveries.ts";
import { problemsOfShipped } from "../core/kill-following.ts";
import { moveParcels } from "../core/merchant-moves.ts";
import { type DrillOrder, type OrderFacts, readFacts, settleInto } from "../core/order-facts.ts";
import { type OrderKind, parcelsOf } from "../core/orders.ts";
import { problemsOfPlaced } from "../core/problems.ts";
import type { DrillStage } from "../core/stage.ts";

const shownChange = z.object({ shown: z.string() });

/** The order is changed in Shopify, and the merchant wants it cancelled and placed again as it is now. */
export async function changeAndReplace(stage: DrillStage, order: DrillOrder): Promise<readonly string[]> {
  const address = { address1: "House 99, Newer Street 3" };
  stage.world.shopify.control.editAddress({ shop: order.shop, orderId: order.gid, address });
  const need = await waitFor(
    () =>
      stage.db.order
        .findFirst({ where: { orderGid: asId(order.gid), shop: { domain: order.shop } } })
        .then((row) =>
          stage.db.attention.findFirst({
            where: { thingId: row?.id ?? "", code: "changed_after_placing", resolvedAt: null },
          }),
        ),
    { what: `the change of ${order.name} to be told` },
  );
  const { shown } = shownChange.parse(need.params);
  await stage.merchant.press("order", `/orders/${need.thingId}`, { intent: "replace", shown });
  return [];
}

/** At the service twice, under two revisions, and alive once. */
export function problemsOfReplaced(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const live = facts.parcels.filter(({ status }) => status !== "CANCELLED");
  const ids = new Set(live.map(({ externalOrderId }) => externalOrderId));
  return [
    ...problemsOfPlaced(facts, { kind, handoffs: 2 }),
    ...(live.length === parcelsOf(kind) ? [] : [`${live.length} parcels are alive, not ${parcelsOf(kind)}`]),
    ...[...ids].filter((id) => !id.endsWith("-r2")).map((id) => `${id} is alive`),
  ];
}

const NEW_NUMBER = "LP-9";

/** What the service may tell once a parcel has left: another courier has it, under another number. */
export async function changeTracking(
  stage: DrillStage,
  order: DrillOrder,
  kind: OrderKind,
): Promise<readonly string[]> {
  await moveParcels(stage, order, "SHIPPED");
  const problems = await settleInto(stage, order, (facts) => problemsOfShipped(facts, kind));
  if (problems.length > 0) return problems;
  const toDelivery = await createSupplierSender(stage, order);
  const { parcels } = await readFacts(stage, order);
  const tracking = { courier: "Leopards", number: NEW_NUMBER, url: null };
  // By the service's clock: the crew moves it on, and an event older than the last is none.
  const createdAt = await stage.world.supplier.control.clock.now();
  const deliveries = parcels.map(({ id, externalOrderId, mode, part }) =>
    toDelivery({
      ...{ id: `evt_${randomUUID()}`, event: "order.shipped", mode, createdAt },
      data: {
        ...{ id, externalOrderId, status: "SHIPPED" },
        tracking: { ...tracking, number: `${NEW_NUMBER}-${part}` },
      },
    }),
  );
  await sendInTurn(deliveries);
  return [];
}

/** As shipped, and each fulfillment shows the number its parcel has now. */
export function problemsOfNewTracking(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const old = facts.fulfillments.filter(({ number }) => !number?.startsWith(NEW_NUMBER));
  return [...problemsOfShipped(facts, kind), ...old.map(({ id, number }) => `${id} shows ${number}`)];
}

/** Every parcel is refused at the door, and the merchant ends the order. */
export async function refuseAndCancel(stage: DrillStage, order: DrillOrder): Promise<readonly string[]> {
  await moveParcels(stage, order, "RETURNED", { type: "rto" });
  const row = await waitFor(
    () =>
      stage.db.order.findFirst({
        where: { orderGid: asId(order.gid), state: "refused", shop: { domain: order.shop } },
      }),
    { what: `${order.name} to be refused` },
  );
  await stage.merchant.press("order", `/orders/${row.id}`, { intent: "cancel_refused" });
  return [];
}

/** Cancelled in Shopify with its fulfillments, and never placed again. */
export function problemsOfEnded(facts: OrderFacts, kind: OrderKind): readonly string[] {
  const alive = facts.fulfillments.filter(({ status }) => status !== "CANCELLED");
  return [
    ...problemsOfPlaced(facts, { kind, state: ["refused"] }),
    ...(facts.app?.cancelledAt ? [] : ["it is not cancelled in Shopify"]),
    ...alive.map(({ id }) => `${id} is not cancelled`),
  ];
}
