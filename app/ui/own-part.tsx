import { MediaQueryContext } from "@shopify/polaris/build/esm/utilities/media-query/context.js";
import { PortalsManagerContext } from "@shopify/polaris/build/esm/utilities/portals/context.js";
import { type ReactNode, Suspense, useEffect, useState } from "react";

/**
 * A part of a page that React takes over by itself after the page came: a press on it waits for this part alone, where
 * it would else wait for the whole page.
 *
 * Two contexts of Polaris change once its provider is mounted. React cannot know whether a part that it has not taken over
 * reads them, and would take over all parts at once, after drawing them for nothing; so each part has its own.
 */
export function OwnPart({ children }: { readonly children: ReactNode }) {
  return (
    <MediaQueryContext.Provider value={NARROW_HEADERS}>
      <PortalsManagerContext.Provider value={NO_PORTALS}>
        <Suspense fallback={null}>
          <OwnPortals>{children}</OwnPortals>
        </Suspense>
      </PortalsManagerContext.Provider>
    </MediaQueryContext.Provider>
  );
}

/** What lies over the page hangs nowhere until its part is taken over, as it came from the server without it. */
function OwnPortals({ children }: { readonly children: ReactNode }) {
  const [portals, setPortals] = useState(NO_PORTALS);
  useEffect(() => setPortals({ container: document.getElementById("PolarisPortalsContainer") }), []);
  return <PortalsManagerContext.Provider value={portals}>{children}</PortalsManagerContext.Provider>;
}

/** Of a page's header alone, which is in no part. */
const NARROW_HEADERS = { isNavigationCollapsed: false };
const NO_PORTALS: { readonly container: Element | null } = { container: null };
