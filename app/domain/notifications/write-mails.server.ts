import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { MailKind } from "./mail-states.ts";

export type MailContent = { readonly subject: string; readonly text: string };

type NewMail = {
  readonly recipientId: string;
  readonly kind: MailKind;
  readonly content: MailContent;
};

export type WriteMailsDeps = Pick<ShopContext, "shop" | "crypto" | "clock" | "env">;

/** Where the content of a mail is sealed. */
export function mailPlace(id: string) {
  return { table: "mail", row: id, column: "content_enc" } as const;
}

/** Whether the operator has set up mail: without it none is written. */
export function isMailSetUp({ env }: Pick<ShopContext, "env">): boolean {
  return env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;
}

/** Writes mails with the work that sends them, in the transaction that makes them necessary. */
export async function writeMails(
  tx: Prisma.TransactionClient,
  { shop, crypto, clock, env }: WriteMailsDeps,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const now = clock.now();
  const domain = /@([^>]+)>?$/.exec(env.MAIL_FROM ?? "")?.[1] ?? "localhost";
  await requestReconcile(tx, [{ shopId: shop.id, kind: "mails.send", subject: "shop" }]);
  await tx.mail.createMany({
    data: mails.map(({ recipientId, kind, content }) => {
      const id = randomUUID();
      return {
        ...{ id, shopId: shop.id, recipientId, kind, dueAt: now, createdAt: now },
        messageId: `<${id}@${domain}>`,
        contentEnc: crypto.seal(JSON.stringify(content), mailPlace(id)),
      };
    }),
  });
}
