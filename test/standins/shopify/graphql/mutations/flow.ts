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
        const received = parseArgs(receiveArgs, args, "flowTriggerReceive");
        const trigger = world.options.flowTriggers?.find(({ handle }) => handle === received.handle);
        if (!trigger) throw refuseWith(`No trigger ${received.handle}`, ["handle"]);
        if (Buffer.byteLength(JSON.stringify(received.payload)) > MOST_BYTES)
          throw refuseWith("Properties size exceeds the limit of 50 KB", ["payload"]);
        const unknown = Object.keys(received.payload).find((name) => !trigger.fields.includes(name));
        if (unknown !== undefined) throw refuseWith(`${received.handle} has no ${unknown}`, ["payload"]);
        shop.flowRuns.push(received);
        return {};
      }),
  };
}
