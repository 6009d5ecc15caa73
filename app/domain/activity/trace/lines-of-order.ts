import type { Delivery, Work } from "@prisma/client";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { actorOf } from "#app/domain/timeline/fact-vocabulary.ts";
import { knownIds, type TraceLine, traceLine } from "./trace-line.ts";

type Receipt = Omit<Delivery, "bodyEnc">;

/** When it came, and when what it said was read in. */
export function linesOfReceipt({
  id,
  source,
  key,
  topic,
  receivedAt,
  foldedAt,
  ignored,
}: Receipt): TraceLine[] {
  const deliveryId = id.toString();
  const of = { deliveryId, actor: source, ids: knownIds({ event: key }) } as const;
  const received = traceLine({
    ...{ key: `receipt/${deliveryId}`, at: receivedAt, source: "receipt", ...of },
    text: `Webhook received: ${topic}${ignored ? ` (changed nothing: ${ignored})` : ""}`,
  });
  if (foldedAt === null) return [received];
  const text = `Event read in: ${topic}`;
  return [received, traceLine({ key: `folded/${deliveryId}`, at: foldedAt, source: "work", ...of, text })];
}

/** The order's row of work as it stands: its runs are counted, not kept. */
export function linesOfWork(work: Work): TraceLine[] {
  const { id, kind, createdAt, updatedAt, requestedGeneration, observedGeneration, attempts } = work;
  const ids = knownIds({ work: id });
  const runs = `requested ${requestedGeneration} times, ${observedGeneration} of them seen by a run that ended well`;
  const failed = work.lastError
    ? `, ${countOf(attempts, "failure", "failures")} in a row: ${work.lastError}`
    : "";
  const isDead = work.deadAt ? ", given up" : "";
  return [
    traceLine({
      ...{ key: `work/${id}/first`, at: createdAt, source: "work", ids },
      text: `Work requested: ${kind}`,
    }),
    traceLine({
      ...{ key: `work/${id}/now`, at: updatedAt, source: "work", actor: "karwan", ids },
      text: `Work as it stands: ${runs}${failed}${isDead}`,
    }),
  ];
}

export function linesOfReads({ id, orderGid, readAt, handoffs }: OrderRecord): TraceLine[] {
  const parcels = handoffs.flatMap((handoff) => handoff.parcels);
  const reads = parcels.flatMap((parcel) =>
    parcel.readAt === null
      ? []
      : [
          traceLine({
            ...{ key: `read/${parcel.id}`, at: parcel.readAt, source: "read", actor: "karwan" },
            text: `Parcel ${parcel.part} of ${parcel.of} last read from the supplier: ${parcel.status}`,
            ids: knownIds({ parcel: parcel.supplierOrderId }),
          }),
        ],
  );
  if (readAt === null) return reads;
  const text = "Order last read from Shopify";
  const ids = knownIds({ order: orderGid });
  return [...reads, traceLine({ key: `read/${id}`, at: readAt, source: "read", actor: "karwan", text, ids })];
}

export function linesOfDecisions({ decisions }: OrderRecord): TraceLine[] {
  return decisions.map(({ id, kind, subject, by, at, handledAt }) => {
    const about = subject === "" ? "" : ` (${subject})`;
    return traceLine({
      ...{ key: `decision/${id}`, at, source: "decision", actor: actorOf(by), by },
      text: `Decided: ${kind.replaceAll("_", " ")}${about}${handledAt ? ", carried out" : ", stands"}`,
    });
  });
}

/** Each request of each handoff: its key and what came of it, never its bytes. */
export function linesOfAttempts({ handoffs }: OrderRecord): TraceLine[] {
  return handoffs.flatMap(({ externalOrderId, attempts }) =>
    attempts.flatMap((attempt) => {
      const { id, number, state, sends, errorCode, createdAt, settledAt, idempotencyKey, bodySha256 } =
        attempt;
      const ids = knownIds({ externalOrderId, idempotencyKey, bodySha256 });
      const made = traceLine({
        ...{ key: `attempt/${id}`, at: createdAt, source: "attempt", actor: "karwan", ids },
        text: `Attempt ${number} written down, sent ${countOf(sends, "time", "times")}`,
      });
      if (settledAt === null) return [made];
      const text = `Attempt ${number} ended: ${state}${errorCode ? `, ${errorCode}` : ""}`;
      return [
        made,
        traceLine({ key: `settled/${id}`, at: settledAt, source: "attempt", actor: "supplier", text, ids }),
      ];
    }),
  );
}

export function linesOfParcels({ handoffs }: OrderRecord): TraceLine[] {
  return handoffs.flatMap(({ parcels }) =>
    parcels.map(({ id, part, of, status, supplierOrderId, orderNumber, trackingNumber, createdAt }) =>
      traceLine({
        ...{ key: `parcel/${id}`, at: createdAt, source: "parcel", actor: "supplier" },
        text: `Parcel ${part} of ${of} known, now ${status}`,
        ids: knownIds({ parcel: supplierOrderId, orderNumber, trackingNumber }),
      }),
    ),
  );
}

/** Changes in Shopify that are made once, and what was asked of its fulfillment orders. */
export function linesOfWrites({ effects, fulfillmentOrders }: OrderRecord): TraceLine[] {
  const writes = effects.flatMap(({ id, key, state, result, createdAt, doneAt }) => {
    const of = { source: "write", actor: "karwan", ids: knownIds({ result }) } as const;
    const intended = traceLine({ key: `write/${id}`, at: createdAt, ...of, text: `Change intended: ${key}` });
    if (doneAt === null) return [intended];
    return [intended, traceLine({ key: `done/${id}`, at: doneAt, ...of, text: `Change ${state}: ${key}` })];
  });
  const requests = fulfillmentOrders.flatMap((row) => {
    const times = {
      "Fulfillment requested by Karwan": row.submittedByUsAt,
      "Fulfillment request accepted": row.acceptedAt,
      "Fulfillment request rejected": row.rejectedAt,
      "Fulfillment order closed": row.closedAt,
      "Cancellation request answered": row.cancelAnsweredAt,
    };
    return Object.entries(times).flatMap(([text, at]) =>
      at === null
        ? []
        : [
            traceLine({
              ...{ key: `${text}/${row.id}`, at, source: "write", actor: "karwan", text },
              ids: knownIds({ fulfillmentOrder: row.gid }),
            }),
          ],
    );
  });
  return [...writes, ...requests];
}
