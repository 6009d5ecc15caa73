import type { SerializeFrom } from "@remix-run/node";
import { Badge, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { StaffView } from "#app/domain/shops/staff.server.ts";
import { rightWords, type StaffRight, staffRights } from "#app/domain/shops/staff-rights.ts";
import { ActionButton } from "#app/ui/action-button.tsx";

type ShownStaff = SerializeFrom<StaffView>;

/** What the owner lets others do (R28). People appear once they pressed something that is the owner's. */
export function TeamSection({ staff }: { staff: readonly ShownStaff[] }) {
  return (
    <Card>
      <BlockStack gap="400">
        {staff.length === 0 ? (
          <Text as="p" tone="subdued">
            Nobody else has tried any of these yet. A staff member who presses one appears here.
          </Text>
        ) : null}
        {staff.map((person) => (
          <Person key={person.userId} person={person} />
        ))}
      </BlockStack>
    </Card>
  );
}

function Person({ person }: { person: ShownStaff }) {
  const { userId, name, collaborator, askedFor } = person;
  const offered = staffRights.filter((right) => right !== "pay" || !collaborator);
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" fontWeight="semibold">
          <bdi>{name || "A staff member"}</bdi>
        </Text>
        {collaborator ? <Badge>Collaborator</Badge> : null}
        {askedFor && !person.rights.includes(askedFor) ? (
          <Text as="span" tone="subdued">
            asked for: {rightWords[askedFor].toLowerCase()}
          </Text>
        ) : null}
      </InlineStack>
      <InlineStack gap="200">
        {offered.map((right) => (
          <RightButton key={right} userId={userId} right={right} has={person.rights.includes(right)} />
        ))}
      </InlineStack>
    </BlockStack>
  );
}

function RightButton({ userId, right, has }: { userId: string; right: StaffRight; has: boolean }) {
  const words = rightWords[right];
  return (
    <ActionButton
      label={has ? `✓ ${words}` : `Let: ${words}`}
      intent="grant"
      fields={{ userId, right, change: has ? "take" : "grant" }}
      size="slim"
    />
  );
}
