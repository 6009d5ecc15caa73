import { useFetchers, useRevalidator } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { pollDelayMs } from "./poll-delay.ts";

/**
 * Reads a page again every few seconds while something on it moves and somebody may be looking: soon after a press,
 * and a few times more after it came to rest.
 */
export function usePollingWhile(isMoving: boolean): void {
  const { revalidate } = useRevalidator();
  const isPressed = useFetchers().some(({ state }) => state !== "idle");
  const hasMoved = useRef(false);
  useEffect(() => {
    if (isMoving || isPressed) hasMoved.current = true;
    if (isPressed || !hasMoved.current) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const plan = (looks: number) => {
      const wait = pollDelayMs(looks, isMoving);
      if (wait !== null) timer = setTimeout(startLook, wait, looks);
    };
    const startLook = (looks: number) => {
      look(looks).catch(reportError);
    };
    const look = async (looks: number) => {
      const isDue = document.visibilityState === "visible" && (await isAnswered());
      if (isOver) return;
      if (isDue) revalidate();
      plan(looks + 1);
    };
    plan(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isMoving, isPressed, revalidate]);
}

const QUIET_MS = 20_000;

/**
 * Looks again now and then, unseen, so that what is new shows by itself while somebody has the page open; not while
 * `isHeld` says so, which is no state, so that saying it draws nothing anew.
 */
export function useIdlePolling(isOn: boolean, isHeld: RefObject<boolean>): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const look = async () => {
      if (isHeld.current || document.visibilityState !== "visible" || !(await isAnswered())) return;
      if (!isHeld.current) revalidate();
    };
    const timer = setInterval(() => {
      look().catch(reportError);
    }, QUIET_MS);
    return () => clearInterval(timer);
  }, [isOn, isHeld, revalidate]);
}

/** A look nobody asked for must not trade the page for an error because the line is down. */
function isAnswered(): Promise<boolean> {
  return fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );
}
