import { Spinner } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useListBusy } from "./use-list-busy.ts";

/** The rows of a list; they step back while others are on their way. */
export function ListBody({ children }: { readonly children: ReactNode }) {
  const { isBusy } = useListBusy();
  return (
    <div className={isBusy ? "k-list-body k-list-busy" : "k-list-body"} aria-busy={isBusy}>
      {isBusy ? (
        <div className="k-list-spinner" role="status">
          <Spinner size="small" accessibilityLabel="Reading the list" />
        </div>
      ) : null}
      {children}
    </div>
  );
}
