import { useSubmit } from "@remix-run/react";
import { listHoldCodes } from "#app/domain/orders/hold-codes.ts";
import type { OrdersFilter as Filter } from "#app/domain/orders/list/orders-filter.ts";
import { PARCEL_STATUSES } from "#app/domain/orders/parcels/parcel-status.ts";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { parcelWords } from "#app/ui/status-words.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { routeWords } from "./orders-words.ts";

const ROUTES = ["COD", "PREPAID"].map((value) => ({ value, label: routeWords(value) }));
const HOLDS = listHoldCodes()
  .map((value) => ({ value, label: sayHold(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));
const PARCELS = PARCEL_STATUSES.map((value) => ({
  value,
  label: value === "RETURNED" ? "Refused or returned" : parcelWords(value, null).label,
}));

/** "city_unknown" as "City unknown". */
function sayHold(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function OrdersFilter({ filter, search }: { filter: Filter; search: string }) {
  const { params, change } = useListUrl("after");
  const submit = useSubmit();
  // What is searched goes to the server, which gives it back for the address sealed.
  const searchFor = (text: string) =>
    submit(
      { intent: "search", text, address: params.toString() },
      { method: "post", replace: true, preventScrollReset: true },
    );
  return (
    <ListFilters
      search={search}
      placeholder="Number, name, phone, tracking"
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
        { kind: "choice", key: "parcel", label: "Parcel", value: filter.parcel ?? "", options: PARCELS },
      ]}
      days={{ label: "Ordered", fromKey: "from", toKey: "to", from: filter.from ?? "", to: filter.to ?? "" }}
    />
  );
}
