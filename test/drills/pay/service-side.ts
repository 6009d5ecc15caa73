import { z } from "zod";
import type { OrderFacts } from "../core/order-facts.ts";
import type { DrillStage } from "../core/stage.ts";

const eventShape = z.looseObject({ data: z.looseObject({ id: z.string().optional() }) });

/** Every one of these parcels is cancelled, and the service has told of it once. */
export async function problemsOfCancelledParcels(
  { world }: DrillStage,
  parcels: OrderFacts["parcels"],
): Promise<string[]> {
  const { control } = world.supplier;
  const bodies = (await control.deliveries({ event: "order.cancelled" })).map(({ eventId, body }) => ({
    ...{ eventId, id: eventShape.parse(JSON.parse(body)).data.id },
  }));
  const done = (await control.requests({ method: "POST" })).filter(({ status }) => status === 200);
  return parcels.flatMap(({ id, status }) => {
    const events = new Set(bodies.filter((body) => body.id === id).map(({ eventId }) => eventId)).size;
    const times = done.filter(({ path }) => path === `/orders/${id}/cancel`).length;
    return [
      ...(status === "CANCELLED" ? [] : [`parcel ${id} is ${status}`]),
      ...(events === 1 ? [] : [`parcel ${id} was cancelled ${events} times`]),
      ...(times <= 1 ? [] : [`the service said ${times} times that it cancelled ${id}`]),
    ];
  });
}
