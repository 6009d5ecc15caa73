import { Banner, Text } from "@shopify/polaris";
import type { ShownOrder } from "./shown-order.ts";

type WalletRefusalProps = { readonly refusal: NonNullable<ShownOrder["walletRefusal"]> };

/** Why the buttons that spend the wallet cannot be pressed, and who can change that. */
export function WalletRefusal({ refusal: { reason, detail } }: WalletRefusalProps) {
  return (
    <Banner tone="info">
      <Text as="p">
        {reason} {detail}
      </Text>
    </Banner>
  );
}
