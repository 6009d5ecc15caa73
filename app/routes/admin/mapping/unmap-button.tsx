import { useFetcher } from "@remix-run/react";
import { Link as PolarisLink, Text } from "@shopify/polaris";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import type { loader } from "./waiting-orders.ts";

type UnmapButtonProps = {
  readonly title: string;
  readonly variantGids: readonly string[];
  readonly label?: string;
};

/** Unmaps after a question that names the orders which still wait for these goods. */
export function UnmapButton({ title, variantGids, label = "Unmap" }: UnmapButtonProps) {
  const waiting = useFetcher<typeof loader>();
  const variants = variantGids.map((gid) => ["variant", gid]);
  const look = () => waiting.load(`/mapping/waiting-orders?${new URLSearchParams(variants)}`);
  return (
    <ConfirmButton
      label={label}
      intent="unmap"
      action="/mapping"
      fields={{ variants: variantGids.join(" ") }}
      title={`Unmap “${title}”?`}
      text="Its orders no longer go to the supplier, and its stock at Karwan's location becomes 0. Your price, title, images and stock elsewhere stay. Orders that are placed already go on."
      confirm="Unmap it"
      onOpen={look}
    >
      <WaitingOrders found={waiting.data} />
    </ConfirmButton>
  );
}

type WaitingOrdersResult = ReturnType<typeof useFetcher<typeof loader>>["data"];

function WaitingOrders({ found }: { found: WaitingOrdersResult }) {
  if (found === undefined) return <Text as="p">Looking for orders that wait for it…</Text>;
  const { orders, isAll } = found;
  if (orders.length === 0 && isAll) return <Text as="p">No order waits for it.</Text>;
  return (
    <Text as="p">
      {orders.length > 0 ? "These orders wait for it and will need you: " : ""}
      {orders.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <PolarisLink url={`/orders/${id}`}>{name}</PolarisLink>
        </span>
      ))}
      {isAll ? "." : " Only the 60 oldest open orders were looked at; there may be more."}
    </Text>
  );
}
