import { useSearchParams } from "@remix-run/react";

/** The catalog's filters live in the URL; a change of filter starts at the first page again. */
export function useCatalogUrl() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params);
    next.delete("cursor");
    for (const [key, value] of Object.entries(changes)) {
      if (value === "") next.delete(key);
      else next.set(key, value);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const goNext = (cursor: string) => {
    const next = new URLSearchParams(params);
    next.set("cursor", cursor);
    setParams(next);
  };
  return { change, goNext, goFirst: () => change({}) };
}
