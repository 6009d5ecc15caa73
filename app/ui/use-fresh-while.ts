import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const LOOK_AGAIN_MS = 4000;
/** Ten minutes; after that the page waits for Refresh. */
const LOOKS = 150;

/** Reads a page again every few seconds while something on it moves and somebody may be looking. */
export function useFreshWhile(isMoving: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMoving) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (document.visibilityState === "visible") revalidate();
      if (looks >= LOOKS) clearInterval(timer);
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving, revalidate]);
}
