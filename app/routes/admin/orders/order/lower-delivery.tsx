import { BlockStack, Text } from "@shopify/polaris";
import { z } from "zod";
import { Money } from "#app/ui/money.tsx";
import { ConfirmCommand } from "./command-button.tsx";
import type { ShownHold } from "./shown-order.ts";

const offer = z.object({
  lowered: z.object({ collects: z.int(), shippingFrom: z.int(), shippingTo: z.int() }),
});

/** *Lower the delivery charge to fit*, with what it changes and what it does not. */
export function LowerDelivery({ hold }: { hold: ShownHold }) {
  const { lowered } = offer.safeParse(hold.params).data ?? {};
  if (!lowered) return null;
  const { collects, shippingFrom, shippingTo } = lowered;
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="p">
        Delivery charge: <Money amount={shippingFrom} /> → <Money amount={shippingTo} />. The items take the
        difference. The customer still pays <Money amount={collects} />, to the rupee.
      </Text>
      <ConfirmCommand
        command="lower_delivery"
        fields={{ collects: String(collects), shippingTo: String(shippingTo) }}
        variant="primary"
        tone="success"
        title="Lower the delivery charge for this order?"
        text="Only what the supplier is told is divided differently. Nothing changes for the customer or in Shopify."
        confirm="Lower it and place"
        dismiss="Leave it"
      />
    </BlockStack>
  );
}
