import { Text } from "@shopify/polaris";
import type { ConfirmationSource } from "#app/domain/catalog/listings/listing-state.ts";
import { formatAgo } from "#app/platform/time/format-time.ts";
import { Moment } from "#app/ui/moment.tsx";
import { confirmedByWords } from "./listings-words.ts";

type ConfirmedProps = {
  readonly listing: { readonly confirmedAt: string | null; readonly confirmedBy: ConfirmationSource | null };
  readonly asOf: string;
};

/** When Shopify and the supplier were last found to agree, and by what. */
export function Confirmed({ listing: { confirmedAt, confirmedBy }, asOf }: ConfirmedProps) {
  if (confirmedAt === null) {
    return (
      <Text as="span" tone="subdued" variant="bodySm">
        Not yet confirmed
      </Text>
    );
  }
  return (
    <Text as="span" variant="bodySm">
      <span className="k-nowrap">
        <Moment at={confirmedAt} />
      </span>
      <Text as="span" tone="subdued">
        <br />
        {[formatAgo(confirmedAt, asOf), confirmedByWords(confirmedBy)].filter(Boolean).join(", ")}
      </Text>
    </Text>
  );
}
