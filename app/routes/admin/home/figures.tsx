import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import type { OrdersCounts } from "#app/domain/orders/list/count-orders.server.ts";
import type { Sum } from "#app/domain/payouts/coming.ts";
import { HOME_VIEWS } from "#app/domain/shops/home-views.ts";
import { countWords } from "#app/ui/count-words.ts";
import { MOST_COUNTED, VIEW_LABELS } from "../orders/orders-words.ts";
import { sumWords } from "../payouts/payouts-words.ts";

/** Each figure opens to the orders or payouts behind it, which their page counts alike. */
export function Figures({ figures, coming }: { figures: OrdersCounts; coming: Sum }) {
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
      <li>
        <Link to="/payouts" className="k-figure">
          <Text as="span" tone="subdued">
            Comes in the next 7 days
          </Text>
          <Text as="span" variant="headingLg">
            {sumWords(coming)}
          </Text>
        </Link>
      </li>
    </ul>
  );
}
