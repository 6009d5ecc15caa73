import { BlockStack, Page, type PageProps } from "@shopify/polaris";
import { Children, type ReactNode } from "react";
import { AsOf } from "./as-of.tsx";
import { OwnPart } from "./own-part.tsx";

type PageFrameProps = Pick<
  PageProps,
  "title" | "subtitle" | "titleMetadata" | "primaryAction" | "secondaryActions" | "backAction"
> & {
  /** Null while the figures are on their way. */
  readonly asOf?: string | null;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** The frame of every page: a title, at most one primary action, and how old the figures are. */
export function PageFrame({ asOf, wide = false, children, ...page }: PageFrameProps) {
  return (
    <Page {...page} fullWidth={wide} additionalMetadata={asOf === undefined ? undefined : <AsOf at={asOf} />}>
      <BlockStack gap="400">
        {Children.map(children, (child) => (child ? <OwnPart>{child}</OwnPart> : null))}
      </BlockStack>
      <div className="k-page-end" />
    </Page>
  );
}
