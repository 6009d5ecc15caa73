import { BlockStack, Button, TextField } from "@shopify/polaris";
import { useState } from "react";

type CopyButtonProps = {
  readonly label: string;
  /** What is copied, and what it is called where it is shown. */
  readonly text: string;
  readonly name: string;
};

/** Copies a text. The admin's frame, or the browser, may not let an app do that: then the text is shown, to be selected. */
export function CopyButton({ label, text, name }: CopyButtonProps) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
    }
  };
  if (state !== "refused")
    return <Button onClick={() => void copy()}>{state === "copied" ? "Copied" : label}</Button>;
  return (
    <BlockStack gap="100">
      <TextField
        label={name}
        value={text}
        multiline={4}
        autoComplete="off"
        readOnly
        autoFocus
        selectTextOnFocus
        helpText="Your browser does not allow copying from here: select it and copy it."
      />
    </BlockStack>
  );
}
