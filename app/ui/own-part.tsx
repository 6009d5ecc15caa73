import { type ReactNode, Suspense } from "react";

/**
 * A part of a page that React takes over by itself after the page came: a press on it waits for this part alone, where
 * it would else wait for the whole page.
 */
export function OwnPart({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
