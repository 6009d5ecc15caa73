import { List, Text } from "@shopify/polaris";

/** What saving does, and what it leaves alone. */
export function WhatHappens({ isTracked }: { isTracked: boolean }) {
  return (
    <>
      <Text as="h2" variant="headingMd">
        What happens when you save
      </Text>
      <List>
        <List.Item>
          Mapped variants are stocked at Karwan's location, with as many as the supplier has. Their orders
          from there go to the supplier.
        </List.Item>
        <List.Item>
          Your own stock at other locations stays. Where both have it, Shopify ships from the location that
          stands first under Settings, Shipping, Order routing.
        </List.Item>
        <List.Item>Price, title, description and images are never changed.</List.Item>
        {isTracked ? null : (
          <List.Item>Shopify begins to count the stock of variants it did not track until now.</List.Item>
        )}
      </List>
    </>
  );
}
