import { z } from "zod";
import { type FlowName, flowNames } from "#app/domain/flow/flow-names.ts";

const onOff = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .optional();

const switches = Object.fromEntries(flowNames.map((name) => [name, onOff])) as Record<FlowName, typeof onOff>;

/** The page sends what it edits; the rest stays as it is. */
export const flowForm = z.strictObject({ intent: z.literal("save"), ...switches });

export type EditedFlow = Readonly<Record<FlowName, boolean>>;
