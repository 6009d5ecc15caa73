import { Button, Popover, Text } from "@shopify/polaris";
import { InfoIcon } from "@shopify/polaris-icons";
import { useState } from "react";

/** The service's own word for a status, one click behind ours. */
export function ServiceWord({ word }: { word: string }) {
  const [isOpen, setOpen] = useState(false);
  const activator = (
    <Button
      variant="tertiary"
      size="micro"
      icon={InfoIcon}
      accessibilityLabel="The supplier's own word"
      onClick={() => setOpen(!isOpen)}
    />
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={() => setOpen(false)}>
      <Popover.Section>
        <Text as="p">
          The supplier says: <strong>{word}</strong>
        </Text>
      </Popover.Section>
    </Popover>
  );
}
