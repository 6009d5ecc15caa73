import { Text } from "@shopify/polaris";
import { Moment } from "#app/ui/moment.tsx";
import { confirmedByWords } from "./listings-words.ts";

type ConfirmedProps = {
  readonly listing: { readonly confirmedAt: string | null; readonly confirmedBy: string | null };
};

/** When Shopify and the supplier were last found to agree, and by what. */
export function Confirmed({ listing: { confirmedAt, confirmedBy } }: ConfirmedProps) {
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
        {confirmedByWords(confirmedBy)}
      </Text>
    </Text>
  );
}
