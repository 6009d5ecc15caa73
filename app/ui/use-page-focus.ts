import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Where keys and a screen reader go on: at the title of a new page, and where they were after a press. */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const isBusy = useIsBusy();
  const shown = useRef(pathname);
  const held = useHeldFocus();
  useEffect(() => {
    if (isBusy) return;
    const isNew = shown.current !== pathname;
    shown.current = pathname;
    if (isNew) return focusTitle();
    // What was busy is enabled again with the next paint.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body && held.current !== null) focusAgain(held.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, isBusy, held]);
}

function useIsBusy(): boolean {
  const navigation = useNavigation();
  const { state } = useRevalidator();
  const fetchers = useFetchers();
  return (
    navigation.state !== "idle" || state !== "idle" || fetchers.some((fetcher) => fetcher.state !== "idle")
  );
}

/** What has the focus, also while it is disabled because it is busy; nothing once the person left it. */
function useHeldFocus() {
  const held = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) held.current = target;
    };
    const letGo = ({ target, relatedTarget }: FocusEvent) => {
      const isGone = !(target instanceof HTMLElement) || !target.isConnected || target.matches(":disabled");
      if (relatedTarget === null && !isGone) held.current = null;
    };
    addEventListener("focusin", hold);
    addEventListener("focusout", letGo);
    return () => {
      removeEventListener("focusin", hold);
      removeEventListener("focusout", letGo);
    };
  }, []);
  return held;
}

function focusAgain(element: HTMLElement): void {
  if (element.isConnected) element.focus({ preventScroll: true });
  else focusTitle();
}

function focusTitle(): void {
  const title = document.querySelector("h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
