import { maskIds, normaliseIds } from "./normalise-ids.ts";
import type { CallFault, RelayedCall, RelayListener } from "./relay.ts";

/** One life of one order (two, where it is placed twice), as both sides saw it. */
export type LifeRecord = {
  readonly life: string;
  /** What was done to it from outside, and what came of that. */
  readonly story: readonly string[];
  /** What changed something on one of the sides, in its order. */
  readonly changes: readonly string[];
  /** The kinds of reads; how often each comes depends on time. */
  readonly reads: readonly string[];
  /** Webhooks about it, and how the app answered them. */
  readonly deliveries: readonly string[];
};

/** A life that is being played: what is known to belong to it. */
export type LifeInPlay = {
  readonly faults: readonly CallFault[];
  readonly calls: RelayedCall[];
  readonly webhooks: RelayedCall[];
  readonly counts: Map<string, number>;
};

export type Journal = RelayListener & {
  /** From now on what this sender asks about no order that is known is asked for this life. */
  begin(senders: readonly string[], life: LifeInPlay): void;
  /** An id that belongs to this life, as one of the sides writes it. */
  know(id: string, life: LifeInPlay): void;
  seen(): Seen;
};

/** The text of each operation by its name, and the kinds of calls that were about no single order. */
export type Seen = {
  readonly documents: Readonly<Record<string, string>>;
  readonly besides: readonly string[];
};

/** Ids that belong to one order: its own and those of what it is made of. */
const OF_AN_ORDER =
  /gid:\/\/shopify\/(?:Order|FulfillmentOrder|Fulfillment|LineItem|FulfillmentOrderLineItem|OrderTransaction)\/\d+|\d+-\d{13}|ord_\w+/g;

/** Reads that are made only where one webhook overtakes another. */
const BY_CHANCE = new Set(["FulfillmentOrderOwner"]);

/** Calls about an order that do not name it. */
const UNNAMED = new Set(["POST /shipping/quote"]);

export function createJournal(): Journal {
  const owners = new Map<string, LifeInPlay>();
  const current = new Map<string, LifeInPlay>();
  const documents = new Map<string, string>();
  const besides = new Set<string>();

  function findLife(call: RelayedCall): LifeInPlay | undefined {
    const named = (call.sent.match(OF_AN_ORDER) ?? []).flatMap((id) => owners.get(toKnown(id)) ?? []);
    const lives = new Set(named);
    if (lives.size === 1) return named[0];
    return UNNAMED.has(call.name) ? current.get(call.sender) : undefined;
  }
  return {
    begin: (senders, life) => {
      for (const sender of senders) current.set(sender, life);
    },
    know: (id, life) => void owners.set(toKnown(id), life),
    seen: () => ({ documents: Object.fromEntries(documents), besides: [...besides] }),
    findFault(call) {
      const life = findLife(call);
      if (!life) return undefined;
      const times = (life.counts.get(call.name) ?? 0) + 1;
      life.counts.set(call.name, times);
      return life.faults.find(
        (fault) => fault.side === call.side && fault.call === call.name && fault.times.includes(times),
      );
    },
    take(call) {
      if (call.document) documents.set(call.name, call.document);
      const life = findLife(call);
      if (!life) return void besides.add(`${call.side} ${call.name}`);
      if (call.side === "webhook") return void life.webhooks.push(call);
      life.calls.push(call);
      // What one order's own call is answered with is the order's; a list tells of others too.
      for (const id of call.answer.match(OF_AN_ORDER) ?? [])
        if (!owners.has(toKnown(id))) owners.set(toKnown(id), life);
    },
  };
}

/** An order is known by its number, which its external id at the service ends with. */
function toKnown(id: string): string {
  return /^(?:gid:\/\/shopify\/Order\/|\d+-)(\d+)$/.exec(id)?.[1] ?? id;
}

export function toLifeRecord(
  life: string,
  { calls }: LifeInPlay,
  record: Pick<LifeRecord, "story" | "deliveries">,
): LifeRecord {
  const reads = calls
    .filter(({ isChange, name }) => !isChange && !BY_CHANCE.has(name))
    .map(({ side, name }) => `${side} ${name}`);
  const changes = inOneOrder(calls.filter(({ isChange }) => isChange)).map(toLine);
  return {
    life,
    story: normaliseIds(record.story),
    changes: normaliseIds(changes),
    reads: [...new Set(reads)].toSorted(),
    deliveries: record.deliveries,
  };
}

/** As they were sent; those that ran side by side by what they say. */
function inOneOrder(changes: readonly RelayedCall[]): readonly RelayedCall[] {
  const groups: RelayedCall[][] = [];
  for (const call of changes.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const last = groups.at(-1);
    if (last && Math.max(...last.map(({ endedAt }) => endedAt)) > call.startedAt) last.push(call);
    else groups.push([call]);
  }
  return groups.flatMap((group) =>
    group.toSorted((a, b) => maskIds(toLine(a)).localeCompare(maskIds(toLine(b)))),
  );
}

function toLine({ side, name, sent, status, answer }: RelayedCall): string {
  const outcome = status === 0 ? "lost" : [String(status), ...refusalsIn(answer)].join(" ");
  return `${side} ${name} → ${outcome}: ${sent}`;
}

/** Codes and messages with which something was refused. */
function refusalsIn(answer: string): string[] {
  if (!/"(?:userErrors|errors|error|code)"/.test(answer)) return [];
  const found: string[] = [];
  JSON.parse(answer, (name, value: unknown) => {
    const isRefusal = name === "userErrors" || name === "errors" || name === "error";
    if (isRefusal && (!Array.isArray(value) || value.length > 0)) found.push(JSON.stringify(value));
    return value;
  });
  return found;
}
