import { z } from "zod";
import { toAccountId } from "#app/platform/ids.ts";
import type { SendRequest } from "./request.ts";
import { lenient, text, withRaw } from "./schema.ts";

/** Section Me. Only the account's id is needed; the rest is shown where it came. */
const meSchema = withRaw(
  z.object({
    reseller: z.object({ id: z.string().min(1).transform(toAccountId), brandName: text, status: text }),
    mode: z.string().min(1),
    keyId: text,
    integration: lenient(z.looseObject({ id: text })),
  }),
);

export type Me = z.infer<typeof meSchema>;

/** Calls about the key and its integration. They throw SupplierError. */
export function accountCalls(request: SendRequest) {
  return {
    /** Who the key belongs to, and in which mode. Never refused for the daily quota. Section Endpoints. */
    async getMe(): Promise<Me> {
      const spec = { method: "GET", route: "/me", path: "/me", effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, schema: meSchema })).value;
    },

    /** Revokes every key of the integration, this one included, and stops its webhooks. Section Endpoints, rule 8. */
    async disconnect(): Promise<void> {
      await request({
        method: "POST",
        route: "/integration/disconnect",
        path: "/integration/disconnect",
        effect: "write",
        retry: "never",
        schema: z.unknown(),
      });
    },
  };
}
