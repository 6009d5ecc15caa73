import { useBlocker } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { Modal, Text } from "@shopify/polaris";
import { useEffect } from "react";
import { useUnsavedState } from "./unsaved.ts";

/** Asks whoever leaves a page on which something is not saved: in the admin's words where it shows a save bar. */
export function LeaveGuard() {
  const state = useUnsavedState();
  const bridge = useAppBridge();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      state !== "none" && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked" || state !== "save_bar") return;
    bridge.saveBar.leaveConfirmation().then(
      () => blocker.proceed(),
      () => blocker.reset(),
    );
  }, [blocker, state, bridge]);
  useEffect(() => {
    if (state === "none") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [state]);
  if (blocker.state !== "blocked" || state !== "in_page") return null;
  return (
    <Modal
      open
      title="Leave without saving?"
      onClose={blocker.reset}
      primaryAction={{ content: "Leave without saving", destructive: true, onAction: blocker.proceed }}
      secondaryActions={[{ content: "Stay", onAction: blocker.reset }]}
    >
      <Modal.Section>
        <Text as="p">What you changed on this page is not saved yet. It is gone when you leave.</Text>
      </Modal.Section>
    </Modal>
  );
}
