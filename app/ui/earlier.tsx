import { useSearchParams } from "@remix-run/react";
import { BlockStack, Button } from "@shopify/polaris";

/** The way to what came before a page's last line. */
export function Earlier({ next }: { next: string | null }) {
  const [, setParams] = useSearchParams();
  if (next === null) return null;
  const open = () =>
    setParams((params) => {
      params.set("before", next);
      return params;
    });
  return (
    <BlockStack inlineAlign="center">
      <Button onClick={open}>Earlier</Button>
    </BlockStack>
  );
}
