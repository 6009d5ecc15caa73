import { Box, Icon, Tabs, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import { type OrdersTab, ordersTabs } from "#app/domain/orders/orders-tab.ts";
import { useOrdersUrl } from "./orders-url.ts";
import { TAB_LABELS } from "./orders-words.ts";

const TYPING_PAUSE_MS = 300;

type OrdersFilterProps = {
  readonly tab: OrdersTab;
  readonly search: string;
  readonly counts: Readonly<Record<OrdersTab, number>>;
};

export function OrdersFilter({ tab, search, counts }: OrdersFilterProps) {
  const { change } = useOrdersUrl();
  const tabs = ordersTabs.map((id) => ({
    id,
    content: TAB_LABELS[id],
    badge: counts[id] > 0 && id !== "all" ? String(counts[id]) : undefined,
  }));
  return (
    <>
      <Tabs
        tabs={tabs}
        selected={ordersTabs.indexOf(tab)}
        onSelect={(at) => change({ tab: ordersTabs[at] ?? tab })}
      />
      <Box padding="300" borderBlockEndWidth="025" borderColor="border">
        <OrderSearch search={search} onSearch={(text) => change({ search: text })} />
      </Box>
    </>
  );
}

type OrderSearchProps = { readonly search: string; readonly onSearch: (text: string) => void };

function OrderSearch({ search, onSearch }: OrderSearchProps) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => setText(search), [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(typed.trim()), TYPING_PAUSE_MS);
  };
  return (
    <TextField
      label="Search by order number"
      labelHidden
      placeholder="Search by order number"
      prefix={<Icon source={SearchIcon} />}
      value={text}
      onChange={type}
      clearButton
      onClearButtonClick={() => type("")}
      autoComplete="off"
    />
  );
}
