import { z } from "zod";
import type { Scene } from "../../world.ts";
import { parseArgs } from "../arguments.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const receiveArgs = z.strictObject({ handle: z.string(), payload: z.record(z.string(), z.unknown()) });

/** https://shopify.dev/docs/apps/build/flow/triggers/reference */
const MOST_BYTES = 50_000;

export function flowMutations({ world, shop }: Scene): View {
  return {
    flowTriggerReceive: (args: Args) =>
      payload([], () => {
        const told = parseArgs(receiveArgs, args, "flowTriggerReceive");
        const trigger = world.options.flowTriggers?.find(({ handle }) => handle === told.handle);
        if (!trigger) throw refuseWith(`No trigger ${told.handle}`, ["handle"]);
        if (Buffer.byteLength(JSON.stringify(told.payload)) > MOST_BYTES)
          throw refuseWith("Properties size exceeds the limit of 50 KB", ["payload"]);
        const unknown = Object.keys(told.payload).find((name) => !trigger.fields.includes(name));
        if (unknown !== undefined) throw refuseWith(`${told.handle} has no ${unknown}`, ["payload"]);
        shop.flowRuns.push(told);
        return {};
      }),
  };
}
