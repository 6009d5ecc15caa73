import { useLocation, useNavigation } from "@remix-run/react";

/**
 * Whether other rows of the list on the page are on their way, and the address they were asked for by: tabs show what
 * was pressed at once.
 */
export function useListBusy(): { readonly isBusy: boolean; readonly asked: URLSearchParams | null } {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isBusy = state !== "idle" && location.pathname === pathname;
  return { isBusy, asked: isBusy && state === "loading" ? new URLSearchParams(location.search) : null };
}
