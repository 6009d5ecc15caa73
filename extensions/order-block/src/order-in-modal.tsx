import { OrderLines } from "./order-lines.tsx";
import type { OrderOnPageProps } from "./order-on-page.tsx";
import { useOrder } from "./use-order.ts";

type OrderInModalProps = OrderOnPageProps & { readonly onClose: () => void };

/** The action of the menu on the page of an order, for whoever has not put the block there. */
export function OrderInModal({ path, translate, onClose }: OrderInModalProps) {
  const order = useOrder(path);
  return (
    <s-admin-action heading={translate("heading")} loading={order.reading === null}>
      <OrderLines {...{ order, translate }} />
      <s-button slot="secondary-actions" onClick={onClose}>
        {translate("close")}
      </s-button>
    </s-admin-action>
  );
}
