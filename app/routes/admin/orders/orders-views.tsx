import { ActionList, Button, ButtonGroup, InlineStack, Popover } from "@shopify/polaris";
import { useState } from "react";
import type { OrdersCounts } from "#app/domain/orders/list/count-orders.server.ts";
import { type OrdersView, ordersTabs, ordersViews } from "#app/domain/orders/list/orders-tab.ts";
import { countWords } from "#app/ui/count-words.ts";
import { SteadyTabs } from "#app/ui/steady-tabs.tsx";
import { useListBusy } from "#app/ui/use-list-busy.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { MOST_COUNTED, VIEW_LABELS } from "./orders-words.ts";

const ON_A_PHONE = ["needs_you", "moving", "done"] as const;

type ViewsProps = { readonly view: OrdersView; readonly counts: OrdersCounts };

/** Every tab on a desk; a phone has three views in reach of a thumb, and the rest in a list. */
export function OrdersViews({ view: shown, counts }: ViewsProps) {
  const { asked } = useListBusy();
  const view = ordersViews.find((each) => each === asked?.get("tab")) ?? shown;
  return (
    <>
      <div className="k-desk">
        <DeskTabs view={view} counts={counts} />
      </div>
      <div className="k-phone k-views">
        <PhoneViews view={view} counts={counts} />
      </div>
    </>
  );
}

function DeskTabs({ view, counts }: ViewsProps) {
  const { change } = useListUrl("after");
  // A phone's own view stays in sight when the screen is turned, among the phone's views: one tab more does not fit.
  const shown: readonly OrdersView[] = ordersTabs.some((tab) => tab === view)
    ? ordersTabs
    : [...ON_A_PHONE, "all"];
  return (
    <SteadyTabs
      tabs={shown.map((id) => ({
        id,
        content: VIEW_LABELS[id],
        badge: id === "all" ? undefined : countWords(counts[id], MOST_COUNTED),
      }))}
      selected={shown.indexOf(view)}
      onSelect={(at) => change({ tab: shown[at] ?? view })}
    />
  );
}

function PhoneViews({ view, counts }: ViewsProps) {
  const { change } = useListUrl("after");
  const [isOpen, setOpen] = useState(false);
  const rest = ordersTabs.filter((tab) => tab !== "needs_you");
  const isOther = !ON_A_PHONE.some((each) => each === view);
  const say = (each: OrdersView) =>
    [VIEW_LABELS[each], countWords(counts[each], MOST_COUNTED)].filter(Boolean).join(" ");
  const activator = (
    <Button size="slim" disclosure pressed={isOther} onClick={() => setOpen(!isOpen)}>
      {isOther ? VIEW_LABELS[view] : "More"}
    </Button>
  );
  return (
    <InlineStack gap="200" wrap={false} blockAlign="center">
      <ButtonGroup variant="segmented" noWrap>
        {ON_A_PHONE.map((each) => (
          <Button key={each} size="slim" pressed={each === view} onClick={() => change({ tab: each })}>
            {each === "done" ? VIEW_LABELS.done : say(each)}
          </Button>
        ))}
      </ButtonGroup>
      <Popover active={isOpen} activator={activator} onClose={() => setOpen(false)}>
        <ActionList
          actionRole="menuitem"
          items={rest.map((each) => ({
            content: say(each),
            active: each === view,
            onAction: () => {
              setOpen(false);
              change({ tab: each });
            },
          }))}
        />
      </Popover>
    </InlineStack>
  );
}
