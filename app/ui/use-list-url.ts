import { useNavigate, useSearchParams, useSubmit } from "@remix-run/react";

/** How a list was last asked for: by its address, and by words that are on their way to the server, not in an address. */
type Asked = { readonly params: URLSearchParams; readonly search: string | null };

/**
 * What is on its way counts, not only what has arrived: on a slow line somebody chooses the next thing before the list has
 * come. The router knows of it before React has drawn it.
 */
function lastAsked(arrived: URLSearchParams): Asked {
  const { location, navigation } = window.__remixRouter.state;
  if (navigation.location?.pathname !== location.pathname) return { params: arrived, search: null };
  const form = navigation.state === "submitting" ? navigation.formData : undefined;
  const text = form?.get("text");
  return {
    params: new URLSearchParams(String(form?.get("address") ?? navigation.location.search)),
    search: typeof text === "string" ? text : null,
  };
}

function withChanges(params: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(changes)) {
    if (value === "") next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/**
 * Filters of a list live in its URL; a change of filter starts at the first page again. `pageKey` names the cursor of
 * what follows; `backKey` the one of what comes before, in lists that can be asked for it.
 */
export function useListUrl(pageKey: string, backKey?: string) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const submit = useSubmit();
  const firstPage = { [pageKey]: "", ...(backKey ? { [backKey]: "" } : {}) };
  const sendSearch = (text: string, address: URLSearchParams) =>
    submit(
      { intent: "search", text, address: address.toString() },
      { method: "post", replace: true, preventScrollReset: true },
    );
  /** Searches for words that are not to stand in the address: the server gives them back for it sealed. */
  const searchSealed = (text: string, changes: Readonly<Record<string, string>>) =>
    sendSearch(text, withChanges(lastAsked(params).params, { ...firstPage, ...changes }));
  const change = (changes: Readonly<Record<string, string>>) => {
    const asked = lastAsked(params);
    const next = withChanges(asked.params, { ...firstPage, ...changes });
    // A press would else end the search that is on its way.
    if (asked.search !== null) sendSearch(asked.search, next);
    else setParams(next, { replace: true, preventScrollReset: true });
  };
  // A cursor belongs to the list that is shown.
  const goTo = (key: string, cursor: string) =>
    setParams(withChanges(params, { ...firstPage, [key]: cursor }));
  return {
    ...{ params, change, searchSealed },
    goNext: (cursor: string) => goTo(pageKey, cursor),
    goPrevious: (cursor: string) => goTo(backKey ?? pageKey, cursor),
    goFirst: () => change({}),
    goBack: () => navigate(-1),
    isFirst: !params.has(pageKey) && !(backKey && params.has(backKey)),
  };
}
