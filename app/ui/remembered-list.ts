import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useOwnSearch } from "./own-search.ts";

const keyOf = (path: string) => `karwan list ${path}`;

/** Remembers a list as it was last seen: its filters and page, for the way back from one of its rows. */
export function useRememberList(): void {
  const { pathname } = useLocation();
  const search = useOwnSearch();
  useEffect(() => sessionStorage.setItem(keyOf(pathname), search), [pathname, search]);
}

/** The address of a list as this window last saw it. */
export function useListAddress(path: string): string {
  const [search, setSearch] = useState("");
  useEffect(() => setSearch(sessionStorage.getItem(keyOf(path)) ?? ""), [path]);
  return `${path}${search}`;
}
