import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { Moment } from "#app/ui/moment.tsx";
import { MoneyRange } from "#app/ui/money-range.tsx";
import type { ShownPage } from "./shown-page.ts";

type Line = { readonly what: string; readonly shopify: ReactNode; readonly supplier: ReactNode };

/** What stands in the shop beside what stands at the supplier, line by line. */
export function SidesCard({ page }: { page: ShownPage }) {
  const { supplier, shopify } = page;
  return (
    <Card padding="0">
      <div className="k-card-head">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Side by side
          </Text>
          {shopify.kind === "unread" ? (
            <Text as="p" tone="subdued">
              Shopify could not be read just now. Refresh to try again.
            </Text>
          ) : null}
        </BlockStack>
      </div>
      <table className="k-sides">
        <thead>
          <tr>
            <th scope="col">
              <span className="k-unseen">What</span>
            </th>
            <th scope="col">In your store</th>
            <th scope="col">At the supplier</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(page).map((line) => (
            <tr key={line.what}>
              <th scope="row">{line.what}</th>
              <td>{line.shopify}</td>
              <td>{line.supplier}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {supplier?.seenAt ? (
        <div className="k-card-head">
          <Text as="p" tone="subdued" variant="bodySm">
            The supplier's title and images as of <Moment at={supplier.seenAt} />.
          </Text>
        </div>
      ) : null}
    </Card>
  );
}

function linesOf({ shopify, supplier }: ShownPage): readonly Line[] {
  const read = shopify.kind === "read" ? shopify : null;
  const notRead = shopify.kind === "gone" ? "not there" : "—";
  const inStore = (value: ReactNode) => (read === null ? notRead : value);
  return [
    {
      what: "Title",
      shopify: inStore(<bdi>{read?.title}</bdi>),
      supplier: <bdi>{supplier?.title ?? "—"}</bdi>,
    },
    {
      what: "Status",
      shopify: inStore(STATUSES[read?.status ?? ""] ?? read?.status),
      supplier: supplier === null ? "—" : supplier.offered ? "Offered" : "Not offered any more",
    },
    {
      what: "Price",
      shopify: inStore(ranged(read?.prices)),
      supplier: supplier?.suggested ? <>{ranged(supplier.suggested)} suggested</> : "—",
    },
    { what: "Lowest price", shopify: "", supplier: ranged(supplier?.minimums) },
    { what: "Cost", shopify: inStore(ranged(read?.costs)), supplier: ranged(supplier?.costs) },
    {
      what: "Stock",
      shopify: inStore(counted(read?.stock)),
      supplier: counted(supplier?.stock),
    },
    {
      what: "Images",
      shopify: inStore(counted(read?.imageCount)),
      supplier: counted(supplier?.imageCount),
    },
  ];
}

const STATUSES: Readonly<Record<string, string>> = {
  ACTIVE: "For sale",
  DRAFT: "Draft",
  ARCHIVED: "Archived",
  UNLISTED: "Unlisted",
};

function ranged(range: { readonly lowest: number; readonly highest: number } | null | undefined): ReactNode {
  return range ? <MoneyRange range={range} /> : "—";
}

function counted(count: number | null | undefined): string {
  return typeof count === "number" ? count.toLocaleString("en-US") : "—";
}
