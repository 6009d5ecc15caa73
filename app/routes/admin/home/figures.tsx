import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import type { OrdersCounts } from "#app/domain/orders/list/count-orders.server.ts";
import { HOME_VIEWS } from "#app/domain/shops/home-views.ts";
import { countWords } from "#app/ui/count-words.ts";
import { MOST_COUNTED, VIEW_LABELS } from "../orders/orders-words.ts";

/** Each figure opens to the orders behind it, which the list counts alike. */
export function Figures({ figures }: { figures: OrdersCounts }) {
  return (
    <ul className="k-figures">
      {HOME_VIEWS.map((view) => (
        <li key={view}>
          <Link to={`/orders?tab=${view}`} className="k-figure">
            <Text as="span" tone="subdued">
              {VIEW_LABELS[view]}
            </Text>
            <Text as="span" variant="headingLg">
              {countWords(figures[view], MOST_COUNTED) || "0"}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
