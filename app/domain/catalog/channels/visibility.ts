import { z } from "zod";

/** Whether customers can find a product of ours, as Shopify last said. */
export type Visibility =
  | { readonly kind: "visible"; readonly on: readonly string[] }
  /** It is a draft, or archived: nobody sees it, whatever it is published to. */
  | { readonly kind: "hidden"; readonly status: string }
  /** It is for sale, but on no channel. */
  | { readonly kind: "nowhere" }
  | { readonly kind: "unknown" };

export const ONLINE_STORE = "Online Store";

const names = z.array(z.string());

/** `publishedOn` holds names of channels; anything else was not read. */
export function visibilityOf(stands: {
  readonly productStatus: string | null;
  readonly publishedOn: unknown;
}): Visibility {
  const { productStatus: status } = stands;
  if (status === null) return { kind: "unknown" };
  if (status !== "ACTIVE" && status !== "UNLISTED") return { kind: "hidden", status };
  const on = names.safeParse(stands.publishedOn);
  if (!on.success) return { kind: "unknown" };
  return on.data.length === 0 ? { kind: "nowhere" } : { kind: "visible", on: on.data };
}

type ProductVisibilityRow = {
  readonly status: string;
  readonly isOnline: boolean;
  readonly publicationIds: readonly string[] | null;
};

/**
 * The channels a product is on, by name. Without the permission only the address in the online store tells, which a draft
 * never has: null is not known.
 */
export function channelNames(
  { status, isOnline, publicationIds }: ProductVisibilityRow,
  channels: readonly { readonly gid: string; readonly name: string }[],
): readonly string[] | null {
  if (publicationIds !== null)
    return channels.filter(({ gid }) => publicationIds.includes(gid)).map(({ name }) => name);
  if (isOnline) return [ONLINE_STORE];
  return status === "ACTIVE" || status === "UNLISTED" ? [] : null;
}
