import { setWords } from "#app/domain/catalog/pricing/fix-words.ts";
import type { Fix } from "#app/domain/catalog/pricing/fixable-issues.ts";
import { ActionButton } from "#app/ui/action-button.tsx";

type FixButtonProps = {
  readonly listingId: string;
  /** The need it ends. */
  readonly code: string;
  readonly fix: Fix;
  /** One variant alone. */
  readonly variantId?: string;
};

/** Sets the prices it names, and no others. */
export function FixButton({ listingId, code, fix, variantId }: FixButtonProps) {
  const { count, lowest, highest } = fix;
  return (
    <ActionButton
      label={setWords(fix)}
      size="slim"
      intent="set_prices"
      action={`/listings/${listingId}`}
      fields={{
        ...{ code, count: String(count), lowest: String(lowest), highest: String(highest) },
        ...(variantId === undefined ? {} : { variantId }),
      }}
    />
  );
}
