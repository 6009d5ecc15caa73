import type { Translate } from "../../shared/translate.ts";
import { OrderLines } from "./order-lines.tsx";
import { useOrder } from "./use-order.ts";

export type OrderOnPageProps = {
  /** Where the app tells of the order; null where Shopify names none. */
  readonly path: string | null;
  readonly translate: Translate;
};

/** The block on the page of an order. */
export function OrderOnPage({ path, translate }: OrderOnPageProps) {
  const order = useOrder(path);
  const { reading } = order;
  return (
    <s-admin-block
      heading={translate("heading")}
      collapsedSummary={reading?.kind === "read" ? reading.block.status.label : ""}
    >
      <OrderLines {...{ order, translate }} />
    </s-admin-block>
  );
}
