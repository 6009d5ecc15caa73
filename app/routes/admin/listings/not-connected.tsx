import { Banner } from "@shopify/polaris";

/** While nothing is connected, what is shown was true when it was last heard. */
export function NotConnected() {
  return (
    <Banner
      title="The supplier is not connected"
      tone="warning"
      action={{ content: "Connect it", url: "/settings/connection" }}
    >
      <p>Stock and prices are not kept right until it is. Your products stay as they are.</p>
    </Banner>
  );
}
