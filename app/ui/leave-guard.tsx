import { type Location, useBlocker, useNavigate } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { Modal, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { useUnsavedState } from "./unsaved.ts";

/** Asks whoever leaves a page on which something is not saved: in the admin's words where it shows a save bar. */
export function LeaveGuard() {
  const state = useUnsavedState();
  const { destination, leave, stay } = useLeaving(state !== "none");
  const bridge = useAppBridge();
  const decide = useRef({ leave, stay });
  useEffect(() => {
    decide.current = { leave, stay };
  });
  useEffect(() => {
    if (destination === null || state !== "save_bar") return;
    bridge.saveBar.leaveConfirmation().then(
      () => decide.current.leave(),
      () => decide.current.stay(),
    );
  }, [destination, state, bridge]);
  useEffect(() => {
    if (state === "none") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [state]);
  if (destination === null || state !== "in_page") return null;
  return (
    <Modal
      open
      title="Leave without saving?"
      onClose={stay}
      primaryAction={{ content: "Leave without saving", destructive: true, onAction: leave }}
      secondaryActions={[{ content: "Stay", onAction: stay }]}
    >
      <Modal.Section>
        <Text as="p">What you changed on this page is not saved yet. It is gone when you leave.</Text>
      </Modal.Section>
    </Modal>
  );
}

/**
 * Where somebody is about to go, until they decide. The router forgets what it blocked as soon as the page is read again,
 * which happens by itself while a question is open; so the destination is kept here.
 */
function useLeaving(isUnsaved: boolean) {
  const [destination, setDestination] = useState<Location | null>(null);
  const isAllowed = useRef(false);
  const navigate = useNavigate();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isLeaving = currentLocation.pathname !== nextLocation.pathname;
    if (!isLeaving || !isAllowed.current) return isUnsaved && isLeaving;
    isAllowed.current = false;
    return false;
  });
  useEffect(() => {
    if (blocker.state === "blocked") setDestination(blocker.location);
  }, [blocker]);
  const leave = () => {
    setDestination(null);
    if (blocker.state === "blocked") return blocker.proceed();
    if (destination === null) return;
    isAllowed.current = true;
    navigate(destination);
  };
  const stay = () => {
    setDestination(null);
    if (blocker.state === "blocked") blocker.reset();
  };
  return { destination, leave, stay };
}
