import { holdGroups } from "#app/domain/orders/list/hold-groups.ts";
import type { OrdersFilter as Filter } from "#app/domain/orders/list/orders-filter.ts";
import { type OrdersSort, ordersSorts } from "#app/domain/orders/list/orders-sort.ts";
import { PARCEL_STATUSES } from "#app/domain/orders/parcels/parcel-status.ts";
import { paymentModes } from "#app/supplier/payment-mode.ts";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { parcelWords } from "#app/ui/status-words.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { HOLD_GROUPS, routeWords, SORTS } from "./orders-words.ts";

const ROUTES = paymentModes.map((value) => ({ value, label: routeWords(value) }));
const HOLDS = holdGroups.map((value) => ({ value, label: HOLD_GROUPS[value] }));
const ORDERS = ordersSorts.map((value) => ({ value: value === "newest" ? "" : value, label: SORTS[value] }));
const PARCELS = PARCEL_STATUSES.map((value) => ({
  value,
  label: value === "RETURNED" ? "Refused or returned" : parcelWords(value, null).label,
}));

type OrdersFilterProps = { readonly filter: Filter; readonly search: string; readonly sort: OrdersSort };

export function OrdersFilter({ filter, search, sort }: OrdersFilterProps) {
  const { change, searchSealed } = useListUrl("after");
  // Words are looked for among all orders, until another tab is pressed.
  const searchFor = (text: string) => searchSealed(text, text === "" ? {} : { tab: "all" });
  return (
    <ListFilters
      search={search}
      placeholder="Order, name, phone, city or product"
      searchOn="typing"
      onSearch={searchFor}
      onChange={change}
      filters={[
        { kind: "choice", key: "route", label: "Payment", value: filter.route ?? "", options: ROUTES },
        {
          kind: "text",
          key: "city",
          label: "City",
          value: filter.city,
          help: "Any spelling of a known city.",
        },
        { kind: "choice", key: "hold", label: "Why it waits", value: filter.hold ?? "", options: HOLDS },
        {
          ...{ kind: "choice", key: "sort", label: "Sort", pinned: true },
          ...{ value: sort === "newest" ? "" : sort, options: ORDERS },
        },
        { kind: "choice", key: "parcel", label: "Parcel", value: filter.parcel ?? "", options: PARCELS },
      ]}
      days={{ label: "Ordered", fromKey: "from", toKey: "to", from: filter.from ?? "", to: filter.to ?? "" }}
    />
  );
}
