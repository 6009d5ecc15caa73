import { useFetcher } from "@remix-run/react";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { Refusal } from "#app/ui/refusal.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import type { Selection } from "./use-chosen-rows.ts";

type BulkPressInput = {
  /** The page of the list, which takes the press. */
  readonly list: string;
  readonly action: string;
  readonly selection: Pick<Selection<unknown>, "isAll">;
};

/** A press on many rows, as the list's page takes it: those chosen, or everything the address shows. */
export function useBulkPress({ list, action, selection: { isAll } }: BulkPressInput) {
  const { params } = useListUrl("after");
  const fetcher = useFetcher<ActionAnswer>();
  const start = (ids: readonly string[], more: Readonly<Record<string, string>>) => {
    const chosen: Readonly<Record<string, string>> = isAll ? { all: "1" } : { ids: ids.join(",") };
    const fields = { intent: "bulk", action, address: params.toString(), ...more, ...chosen };
    fetcher.submit(fields, { method: "post", action: list });
  };
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  return { start, isBusy, refusal: answer && !answer.ok ? <Refusal answer={answer} /> : null };
}
