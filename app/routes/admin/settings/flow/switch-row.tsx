import type { SerializeFrom } from "@remix-run/node";
import { Checkbox, Text } from "@shopify/polaris";
import type { FlowSwitchView } from "#app/domain/flow/flow-switches.server.ts";
import { Moment } from "#app/ui/moment.tsx";
import { failureWords } from "./flow-words.ts";

type SwitchRowProps = {
  readonly words: { readonly label: string; readonly helpText: string };
  readonly saved: SerializeFrom<FlowSwitchView>;
  readonly viewer: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** One thing of Flow: whether it is on, by whom and since when, and how it went last. */
export function SwitchRow({ words, saved, viewer, isOn, onChange }: SwitchRowProps) {
  const { failure, enabled } = saved;
  const helpText = (
    <>
      {words.helpText}
      <Since {...{ saved, viewer }} />
      {failure === null || !enabled ? null : (
        <Text as="span" tone="critical">
          {" "}
          {failureWords(failure)}
        </Text>
      )}
    </>
  );
  return <Checkbox label={words.label} helpText={helpText} checked={isOn} onChange={onChange} />;
}

function Since({ saved, viewer }: Pick<SwitchRowProps, "saved" | "viewer">) {
  const { changedAt, usedAt, enabled } = saved;
  if (changedAt === null) return null;
  return (
    <>
      {enabled ? " On" : " Off"} since <Moment at={changedAt} />, by {whoOf(saved, viewer)}.
      {usedAt === null ? null : (
        <>
          {" "}
          Last used <Moment at={usedAt} />.
        </>
      )}
    </>
  );
}

/** Of the owner Shopify's name is not kept. */
function whoOf({ changedBy, changedByName }: SwitchRowProps["saved"], viewer: string): string {
  if (changedBy === viewer) return "you";
  return changedByName || "the owner";
}
