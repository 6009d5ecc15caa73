import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, Text } from "@shopify/polaris";
import type { PlacingTimes } from "#app/domain/orders/rules/placing-times.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import { errorsOfTimes, toEditedTimes, toTimesFields } from "./edited-times.ts";
import { GraceFields } from "./grace-fields.tsx";
import { HoursFields } from "./hours-fields.tsx";

/** When orders that go by themselves are sent: after a waiting time, and within working hours. */
export function TimesSection({ times }: { times: SerializeFrom<PlacingTimes> }) {
  const { value, edits, change, isDirty, discard } = useEdited(toEditedTimes(times));
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const errors = errorsOfTimes(value);
  const fields = { value, change, errors };
  return (
    <BlockStack gap="400">
      <FormSaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        isWrong={Object.keys(errors).length > 0}
        onSave={() => fetcher.submit(toTimesFields(value, edits), { method: "post" })}
        onDiscard={discard}
      />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Waiting time
          </Text>
          <GraceFields {...fields} />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Working hours
          </Text>
          <HoursFields {...fields} />
        </BlockStack>
      </Card>
    </BlockStack>
  );
}
