import { waitFor } from "#test/support/wait-for.ts";
import type { DrillStage } from "./stage.ts";

/** Everything still on its way arrives, and every order that had come right is looked at once more. */
export async function playLastLook(stage: DrillStage): Promise<void> {
  await stage.play(`nothing came after: ${stage.lasting.length} orders looked at once more`, async () => {
    const { control } = stage.world.supplier;
    await control.clock.advance({ minutes: 10 });
    await stage.world.shopify.control.settle();
    await waitFor(() => isQuiet(stage), { what: "all work to be done" });
    const { problems } = await control.audit();
    const late = await Promise.all(stage.lasting.map((check) => check()));
    return [...problems, ...late.flat()];
  });
}

async function isQuiet({ db }: DrillStage): Promise<boolean> {
  const soon = new Date(Date.now() + 5000);
  const busy = { OR: [{ nextRunAt: { lt: soon } }, { leaseUntil: { not: null } }] };
  return (await db.work.count({ where: { deadAt: null, ...busy } })) === 0;
}
