import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText, SkeletonTabs } from "@shopify/polaris";
import type { ReactNode } from "react";

/** As many as a screen shows. */
const SOME = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** A list with its views and search. */
export function ListOutline() {
  return (
    <Card padding="0">
      <div className="k-desk">
        <SkeletonTabs count={7} />
      </div>
      <div className="k-phone k-views">
        <SkeletonTabs count={3} />
      </div>
      <Rows />
    </Card>
  );
}

export function FeedOutline() {
  return (
    <>
      <SkeletonTabs count={3} />
      <Card padding="0">
        <Rows />
      </Card>
    </>
  );
}

export function RowsOutline() {
  return (
    <Card padding="0">
      <Rows />
    </Card>
  );
}

export function HomeOutline() {
  return (
    <>
      <Card padding="0">
        <div className="k-card-head">
          <SkeletonDisplayText size="small" />
        </div>
        <Rows of={SOME.slice(0, 3)} />
      </Card>
      <ul className="k-figures">
        {SOME.slice(0, 4).map((figure) => (
          <li key={figure}>
            <span className="k-figure">
              <SkeletonBodyText lines={3} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Figures in a row, and what they are made of. */
export function FiguresOutline() {
  return (
    <>
      <ul className="k-figures">
        {SOME.slice(0, 3).map((figure) => (
          <li key={figure}>
            <span className="k-figure">
              <SkeletonBodyText lines={3} />
            </span>
          </li>
        ))}
      </ul>
      <Block lines={10} />
      <RowsOutline />
    </>
  );
}

export function CatalogOutline() {
  return (
    <div className="k-catalog">
      <div className="k-categories k-desk">
        <SkeletonBodyText lines={12} />
      </div>
      <div className="k-catalog-main">
        <Card>
          <SkeletonBodyText lines={2} />
        </Card>
        <ul className="k-grid">
          {SOME.map((card) => (
            <li key={card}>
              <Card padding="0">
                <div className="k-image k-image-wide" />
                <div className="k-card-body">
                  <SkeletonBodyText lines={3} />
                </div>
              </Card>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** What goes on with an order or a listing, above its two columns. */
export function ListingOutline() {
  return (
    <>
      <Block lines={2} />
      <ColumnsOutline />
    </>
  );
}

export function ColumnsOutline() {
  return (
    <div className="k-order">
      <div className="k-order-main">
        <Block lines={6} />
        <Block lines={4} />
      </div>
      <div className="k-order-side">
        <Block lines={5} />
        <Block lines={3} />
      </div>
    </div>
  );
}

/** What came of a run, and the things it went over. */
export function RunOutline() {
  return (
    <>
      <Block lines={2} />
      <RowsOutline />
    </>
  );
}

/** Of a page of the settings: what it is about, and its form. */
export function FormOutline() {
  return (
    <BlockStack gap="400">
      <SkeletonBodyText lines={1} />
      <Block lines={8} />
    </BlockStack>
  );
}

/** Of a page that is one form. */
export function CardOutline() {
  return <Block lines={4} />;
}

function Block({ lines }: { readonly lines: number }) {
  return (
    <Card>
      <BlockStack gap="300">
        <SkeletonDisplayText size="small" />
        <SkeletonBodyText lines={lines} />
      </BlockStack>
    </Card>
  );
}

function Rows({ of = SOME }: { readonly of?: readonly string[] }): ReactNode {
  return (
    <ul className="k-rows">
      {of.map((row) => (
        <li key={row}>
          <div className="k-topic">
            <SkeletonBodyText lines={2} />
          </div>
        </li>
      ))}
    </ul>
  );
}
