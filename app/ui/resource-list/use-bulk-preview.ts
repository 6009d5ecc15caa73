import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { Selection } from "./use-chosen-rows.ts";

type BulkPreviewInput = {
  /** The page of the list. */
  readonly list: string;
  readonly action: string;
  readonly selection: Pick<Selection<unknown>, "ids" | "isAll">;
};

/** Asks for how many of the chosen an action fits, as they stand now. */
export function useBulkPreview<Loader>({ list, action, selection: { ids, isAll } }: BulkPreviewInput) {
  const { params } = useListUrl("after");
  const { load, data } = useFetcher<Loader>();
  const query = new URLSearchParams(isAll ? params : { ids: ids.join(",") });
  if (isAll) query.set("all", "1");
  query.set("action", action);
  const address = `${list}/bulk-preview?${query}`;
  useEffect(() => load(address), [load, address]);
  return data;
}
