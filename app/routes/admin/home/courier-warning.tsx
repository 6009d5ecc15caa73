import { Banner } from "@shopify/polaris";

export function CourierWarning() {
  return (
    <Banner title="Keep your courier app away from the supplier's parcels" tone="warning">
      <p>
        An app that books a courier for every order would ship these a second time. Set it to your own
        location only.
      </p>
    </Banner>
  );
}
