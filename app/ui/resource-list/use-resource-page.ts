import { useCallback, useRef } from "react";
import { useOwnSearch } from "#app/ui/own-search.ts";
import { useRememberList } from "#app/ui/remembered-list.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { useIdlePolling, usePollingWhile } from "#app/ui/use-polling-while.ts";

type ResourcePageInput = {
  /** The cursors in the list's address. */
  readonly pageKeys: readonly [after: string, before?: string];
  /** Whether something on it is under way. */
  readonly isMoving: boolean;
};

/**
 * What the page of a list does by itself: it is remembered for the way back, and read again, though not under the hands of
 * somebody who chooses. `place` is another one for every address.
 */
export function useResourcePage({ pageKeys, isMoving }: ResourcePageInput) {
  const { isFirst } = useListUrl(...pageKeys);
  const isChoosing = useRef(false);
  const onChoosing = useCallback((isOn: boolean) => {
    isChoosing.current = isOn;
  }, []);
  useRememberList();
  usePollingWhile(isMoving);
  useIdlePolling(isFirst, isChoosing);
  return { place: useOwnSearch(), onChoosing };
}
