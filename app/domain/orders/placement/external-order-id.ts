import type { ExternalOrderId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

export type ExternalOrderParts = {
  readonly mode: Mode;
  /** Digits, or a gid that ends in them. */
  readonly shopId: string;
  readonly orderId: string;
  /** 1 for the first handoff of an order; more for units added later. */
  readonly sequence: number;
  /** 1 at first; more for a replacement of the same handoff. */
  readonly revision: number;
};

const FORM = /^(t-)?(\d{1,20})-(\d{1,20})(?:-f([2-9]|[1-9]\d{1,4}))?(?:-r([2-9]|[1-9]\d{1,4}))?$/;
const DIGITS_AT_END = /(?:^|\/)(\d{1,20})$/;

export function isExternalOrderId(text: string): text is ExternalOrderId {
  return FORM.test(text);
}

function digitsOf(id: string): string {
  const digits = DIGITS_AT_END.exec(id)?.[1];
  if (digits === undefined) throw new RangeError(`A Shopify id ends in digits, got ${id}`);
  return digits;
}

/** `{shop}-{order}`, `-f2` for a later handoff, `-r2` for a replacement, `t-` in front in test mode (rule R5). */
export function buildExternalOrderId(parts: ExternalOrderParts): ExternalOrderId {
  const prefix = parts.mode === "test" ? "t-" : "";
  const sequence = parts.sequence === 1 ? "" : `-f${parts.sequence}`;
  const revision = parts.revision === 1 ? "" : `-r${parts.revision}`;
  const id = `${prefix}${digitsOf(parts.shopId)}-${digitsOf(parts.orderId)}${sequence}${revision}`;
  if (!isExternalOrderId(id)) throw new RangeError(`Sequence and revision count from 1, got ${id}`);
  return id;
}

/** Reads back what `buildExternalOrderId` wrote; null for an id that is not ours. */
export function parseExternalOrderId(text: string): ExternalOrderParts | null {
  const found = FORM.exec(text);
  const [, test, shopId, orderId, sequence = "1", revision = "1"] = found ?? [];
  if (shopId === undefined || orderId === undefined) return null;
  const mode = test === undefined ? "live" : "test";
  return { mode, shopId, orderId, sequence: Number(sequence), revision: Number(revision) };
}
