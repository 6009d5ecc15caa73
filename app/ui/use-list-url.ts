import { useNavigate, useSearchParams } from "@remix-run/react";

/**
 * Filters of a list live in its URL; a change of filter starts at the first page again. `pageKey` names the cursor of
 * what follows; `backKey` the one of what comes before, in lists that can be asked for it.
 */
export function useListUrl(pageKey: string, backKey?: string) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const fromFirst = () => {
    const next = new URLSearchParams(params);
    next.delete(pageKey);
    if (backKey) next.delete(backKey);
    return next;
  };
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = fromFirst();
    for (const [key, value] of Object.entries(changes)) {
      if (value === "") next.delete(key);
      else next.set(key, value);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const goTo = (key: string, cursor: string) => {
    const next = fromFirst();
    next.set(key, cursor);
    setParams(next);
  };
  return {
    params,
    change,
    goNext: (cursor: string) => goTo(pageKey, cursor),
    goPrevious: (cursor: string) => goTo(backKey ?? pageKey, cursor),
    goFirst: () => change({}),
    goBack: () => navigate(-1),
    isFirst: !params.has(pageKey) && !(backKey && params.has(backKey)),
  };
}
