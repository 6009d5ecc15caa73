import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import type { HomeFigures } from "#app/domain/shops/get-home.server.ts";

/** Four figures, each opening to the orders behind it. */
export function Figures({ figures }: { figures: HomeFigures }) {
  const shown = [
    { label: "To place", value: figures.toPlace, url: "/orders?tab=to_place" },
    { label: "On the way", value: figures.onTheWay, url: "/orders?tab=on_the_way" },
    { label: "Delivered", value: figures.delivered, url: "/orders?tab=delivered" },
    { label: "Refused", value: figures.refused, url: "/orders?tab=refused" },
  ];
  return (
    <ul className="k-figures">
      {shown.map(({ label, value, url }) => (
        <li key={label}>
          <Link to={url} className="k-figure">
            <Text as="span" tone="subdued">
              {label}
            </Text>
            <Text as="span" variant="headingLg">
              {value.toLocaleString("en-US")}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
