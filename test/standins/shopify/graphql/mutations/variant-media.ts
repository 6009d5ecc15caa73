import type { ProductState } from "../../state.ts";
import { refuseWith } from "./user-error.ts";

/** A variant shows one of its own product's pictures, and only one that was copied to the end. */
export function checkMedia(
  product: ProductState,
  { mediaId }: { readonly mediaId?: string | null | undefined },
  field: readonly string[],
): void {
  if (!mediaId) return;
  const media = product.media.find(({ id }) => id === mediaId);
  if (!media)
    throw refuseWith("Media does not exist on this product", [...field, "mediaId"], "INVALID_INPUT");
  if (media.status !== "READY")
    throw refuseWith("Non-ready media can't be attached to variants", [...field, "mediaId"], "INVALID_INPUT");
}
