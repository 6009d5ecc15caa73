import { MediaQueryContext } from "@shopify/polaris/build/esm/utilities/media-query/context.js";
import { PortalsManagerContext } from "@shopify/polaris/build/esm/utilities/portals/context.js";
import { type ReactNode, Suspense } from "react";

/**
 * A part of a page that React takes over by itself after the page came: a press on it waits for this part alone, where
 * it would else wait for the whole page.
 *
 * Two contexts of Polaris change once its provider is mounted. React cannot know whether a part that it has not taken over
 * reads them, and would take over all parts at once, after drawing them for nothing; so parts have them as they stay.
 */
export function OwnPart({ children }: { readonly children: ReactNode }) {
  return (
    <MediaQueryContext.Provider value={NARROW_HEADERS}>
      <PortalsManagerContext.Provider value={PORTALS}>
        <Suspense fallback={null}>{children}</Suspense>
      </PortalsManagerContext.Provider>
    </MediaQueryContext.Provider>
  );
}

/** Of a page's header alone, which is in no part. */
const NARROW_HEADERS = { isNavigationCollapsed: false };

/** Where Polaris hangs what lies over the page. */
const PORTALS = {
  get container() {
    return typeof document === "undefined" ? null : document.getElementById("PolarisPortalsContainer");
  },
};
