import { Prisma } from "@prisma/client";
import { type SealedWords, sealWords } from "#app/domain/context/sealed-words.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { topicOf } from "./fact-topics.ts";
import type { FactThing, TimelineActor } from "./fact-vocabulary.ts";

type FactOf<Thing> = {
  readonly thing: Thing;
  readonly thingId: string;
  readonly actor: TimelineActor;
  readonly code: FactCode;
  readonly by?: string;
  /** Numbers and words of its sentence. */
  readonly params?: Prisma.InputJsonObject;
  readonly at?: Date;
  /** The receipt of the event it comes from, where one event alone made it so. */
  readonly deliveryId?: bigint;
};

export type TimelineFact = FactOf<FactThing>;

/** A fact with nothing in it that a customer or the service wrote: of an order, numbers alone. */
type PlainFact =
  | FactOf<Exclude<FactThing, "order">>
  | (TimelineFact & { readonly params?: Readonly<Record<string, number | null>> });

/** Whose fact it is, and what seals the words in it that somebody else wrote. */
export type FactScope = { readonly shop: { readonly id: ShopId }; readonly crypto: Pick<Crypto, "seal"> };

/** A shop's id is enough for a fact with nothing to seal. */
type FactFor<Scope> = Scope extends FactScope ? TimelineFact : PlainFact;

/**
 * Appends one fact. Written in the same transaction as the change it is about, so it is recorded exactly once. What a
 * customer or the service wrote in it is sealed (R54).
 */
export async function recordFact<Scope extends FactScope | ShopId>(
  tx: Prisma.TransactionClient,
  scope: Scope,
  fact: FactFor<Scope>,
): Promise<void> {
  const data = { ...fact, ...toStoredParams(scope, fact), topic: topicOf(fact), shopId: shopIdOf(scope) };
  await tx.timelineEntry.create({ data, select: { id: true } });
}

/** Where the words of a thing's facts are sealed: their own ids are not known before they are written. */
export function factPlace(shopId: ShopId, { thing, thingId }: { thing: FactThing; thingId: string }) {
  return { table: "timeline_entry", row: `${shopId}/${thing}/${thingId}`, column: "words_enc" } as const;
}

function shopIdOf(scope: FactScope | ShopId): ShopId {
  return typeof scope === "string" ? scope : scope.shop.id;
}

function toStoredParams(scope: FactScope | ShopId, fact: TimelineFact): SealedWords {
  const words = fact.params ?? {};
  if (typeof scope === "string") return { params: words, wordsEnc: null };
  return sealWords(scope.crypto, factPlace(scope.shop.id, fact), words);
}

/** The same as SQL, for a statement that writes more: every fact, in this order, once for each row of `from`. */
export function factsSql<Scope extends FactScope | ShopId>(
  scope: Scope,
  facts: readonly FactFor<Scope>[],
  from: Prisma.Sql,
): Prisma.Sql {
  const rows = facts.map((fact: TimelineFact) => {
    const { thing, thingId, actor, by, code, at, deliveryId } = fact;
    const { params, wordsEnc } = toStoredParams(scope, fact);
    const words = wordsEnc && Buffer.from(wordsEnc).toString("hex");
    const row = { thing, thing_id: thingId, topic: topicOf(fact), actor, by, code, params, words, at };
    return { ...row, delivery_id: deliveryId?.toString() };
  });
  return Prisma.sql`
    insert into timeline_entry (shop_id, thing, thing_id, topic, actor, by, code, params, words_enc, at, delivery_id)
    select ${shopIdOf(scope)}::uuid, thing, thing_id, topic, actor, by, code, params, decode(words, 'hex'),
      coalesce(at, now()), delivery_id
    from ${from}, rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (thing text, thing_id text,
      topic text, actor text, by text, code text, params jsonb, words text, at timestamptz, delivery_id bigint))
      with ordinality
    order by ordinality`;
}
