import { useNavigate, useSearchParams } from "@remix-run/react";

/** Filters live in the URL; a change of filter starts at the first page again. */
export function useOrdersUrl() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params);
    next.delete("after");
    for (const [key, value] of Object.entries(changes)) {
      if (value === "") next.delete(key);
      else next.set(key, value);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const goNext = (after: string) => {
    const next = new URLSearchParams(params);
    next.set("after", after);
    setParams(next);
  };
  return { change, goNext, goBack: () => navigate(-1), isFirst: !params.has("after") };
}
