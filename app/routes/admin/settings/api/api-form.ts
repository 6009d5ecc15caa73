import { z } from "zod";
import { apiRights, apiTokenDays } from "#app/domain/read-api/api-rights.ts";

const MOST_LETTERS = 60;

const on = z
  .literal("true")
  .optional()
  .transform((sent) => sent !== undefined);

const rights = Object.fromEntries(apiRights.map((right) => [right, on])) as Record<
  (typeof apiRights)[number],
  typeof on
>;

export const apiForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("make"),
    name: z.string().trim().min(1).max(MOST_LETTERS),
    days: z.coerce.number().pipe(z.literal([...apiTokenDays])),
    ...rights,
  }),
  z.object({ intent: z.literal("end"), tokenId: z.uuid() }),
]);

export type ApiForm = z.output<typeof apiForm>;
