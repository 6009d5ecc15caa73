import type { Prisma } from "@prisma/client";
import type { App } from "#app/app.server.ts";
import { openIssueParams } from "#app/domain/attention/list-attention.server.ts";

/** The numbers and words of the first row of attention that fits, with what is sealed of them; undefined where none does. */
export async function findHoldWords(app: Pick<App, "db" | "crypto">, where: Prisma.AttentionWhereInput) {
  const hold = await app.db.attention.findFirst({ where });
  return hold ? openIssueParams(app, hold) : undefined;
}
