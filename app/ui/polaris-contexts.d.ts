/** Contexts that Polaris does not export. */
declare module "@shopify/polaris/build/esm/utilities/portals/context.js" {
  export const PortalsManagerContext: import("react").Context<{ readonly container: Element | null }>;
}
declare module "@shopify/polaris/build/esm/utilities/media-query/context.js" {
  export const MediaQueryContext: import("react").Context<{ readonly isNavigationCollapsed: boolean }>;
}
