import { useNavigate, useSearchParams } from "@remix-run/react";

/** Filters of a list live in its URL; a change of filter starts at the first page again. `pageKey` names the cursor. */
export function useListUrl(pageKey: string) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params);
    next.delete(pageKey);
    for (const [key, value] of Object.entries(changes)) {
      if (value === "") next.delete(key);
      else next.set(key, value);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const goNext = (cursor: string) => {
    const next = new URLSearchParams(params);
    next.set(pageKey, cursor);
    setParams(next);
  };
  return {
    params,
    change,
    goNext,
    goFirst: () => change({}),
    goBack: () => navigate(-1),
    isFirst: !params.has(pageKey),
  };
}
