import type { Prisma } from "@prisma/client";
import type { App } from "#app/app.server.ts";
import { openNeedWords } from "#app/domain/attention/list-attention.server.ts";

/** The numbers and words of the first row of attention that fits, with what is sealed of them; undefined where none does. */
export async function findNeedWords(app: Pick<App, "db" | "crypto">, where: Prisma.AttentionWhereInput) {
  const need = await app.db.attention.findFirst({ where });
  return need ? openNeedWords(app, need) : undefined;
}
