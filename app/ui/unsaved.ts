import { useEffect, useSyncExternalStore } from "react";

/** A form that is changed and not saved, and whether the admin shows its save bar. */
type Unsaved = { readonly hasSaveBar: boolean };

const unsaved = new Set<Unsaved>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** While `isUnsaved`, whoever leaves the page is asked first. */
export function useUnsaved(isUnsaved: boolean, { hasSaveBar }: Unsaved = { hasSaveBar: false }): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = { hasSaveBar };
    unsaved.add(form);
    notifyListeners();
    return () => {
      unsaved.delete(form);
      notifyListeners();
    };
  }, [isUnsaved, hasSaveBar]);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type UnsavedState = "none" | "in_page" | "save_bar";

function stateOf(): UnsavedState {
  if (unsaved.size === 0) return "none";
  return [...unsaved].some(({ hasSaveBar }) => hasSaveBar) ? "save_bar" : "in_page";
}

export function useUnsavedState(): UnsavedState {
  return useSyncExternalStore(listen, stateOf, () => "none");
}
