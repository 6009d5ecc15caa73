import { Text } from "@shopify/polaris";

/** Who goes first when the goods are back. */
export function StockPlace({ place }: { place: number | null }) {
  const where =
    place === null || place === 1 ? "This order is first in line." : `${place - 1} older before it.`;
  return (
    <Text as="p" tone="subdued">
      It goes out by itself, the oldest order first. {where}
    </Text>
  );
}
