import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Checkbox, ChoiceList, Text } from "@shopify/polaris";
import { useState } from "react";
import type { RoutingProposal } from "#app/domain/home/set-up/find-setup.server.ts";
import { shippingShares } from "#app/domain/shops/setting-choices.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { AutomaticSwitches } from "../settings/automatic-switches.tsx";
import { COST_CHOICES } from "../settings/cost-choices.ts";
import { SenderNameField } from "../settings/sender-name-field.tsx";
import { SHARE_CHOICES } from "../settings/share-choices.ts";

type Answers = {
  readonly autoPrepaid: boolean;
  readonly autoCod: boolean;
  /** Everything is decided and nothing is placed, until it is ended. */
  readonly shadow: boolean;
  readonly codGateways: readonly string[];
  readonly shippingShare: string;
  readonly senderName: string;
  readonly whenCostChanges: string;
  readonly courierApps: "yes" | "no" | "";
};

/** Proposes both switches On where none was chosen, and to follow the price rule; the press makes it so (R27, R47). */
export function RoutingStep({ proposal }: { readonly proposal: SerializeFrom<RoutingProposal> }) {
  const [edits, setEdits] = useState<Partial<Answers>>({});
  const value: Answers = { ...proposedOf(proposal), ...edits };
  const change = (changes: Partial<Answers>) => setEdits({ ...edits, ...changes });
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  useUnsaved(Object.keys(edits).length > 0 && !isBusy && !fetcher.data?.ok);
  const save = () => fetcher.submit(toFields(value), { method: "post", action: "/settings" });
  return (
    <BlockStack gap="400" inlineAlign="start">
      <Switches value={value} change={change} isInShadowMode={proposal.isInShadowMode} />
      <Gateways names={proposal.gateways.map(({ name }) => name)} value={value} change={change} />
      <ChoiceList
        title="When a cart holds your own goods too, its delivery charge counts"
        choices={SHARE_CHOICES}
        selected={[value.shippingShare]}
        onChange={([chosen]) => chosen && change({ shippingShare: chosen })}
      />
      <SenderNameField
        value={value.senderName}
        shopName={proposal.shopName}
        onChange={(senderName) => change({ senderName })}
      />
      <ChoiceList
        title="When the supplier's price changes"
        choices={[...COST_CHOICES]}
        selected={[value.whenCostChanges]}
        onChange={([chosen]) => chosen && change({ whenCostChanges: chosen })}
      />
      <ChoiceList
        title="Do you use another app that books a courier for every order of your store?"
        choices={[
          { label: "No", value: "no" },
          {
            label: "Yes, I do",
            value: "yes",
            helpText: "Set it to your own location only: the supplier ships these.",
          },
        ]}
        selected={[value.courierApps]}
        onChange={([chosen]) => change({ courierApps: chosen === "yes" ? "yes" : "no" })}
      />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      {value.courierApps === "" ? (
        <Text as="p" tone="subdued">
          Answer the last question, then save.
        </Text>
      ) : null}
      <Button variant="primary" onClick={save} loading={isBusy} disabled={value.courierApps === ""}>
        Save
      </Button>
    </BlockStack>
  );
}

function proposedOf({ gateways, ...proposal }: SerializeFrom<RoutingProposal>): Answers {
  return {
    ...{ autoPrepaid: proposal.autoPrepaid, autoCod: proposal.autoCod, shadow: false, courierApps: "" },
    codGateways: gateways.filter(({ counted }) => counted).map(({ name }) => name),
    shippingShare: shippingShares.find((share) => share === proposal.shippingShare) ?? "by_value",
    senderName: proposal.senderName,
    whenCostChanges: proposal.whenCostChanges,
  };
}

function toFields(value: Answers): Record<string, string> {
  return {
    intent: "set_up_routing",
    ...{ autoPrepaid: String(value.autoPrepaid), autoCod: String(value.autoCod) },
    shadow: String(value.shadow),
    codGateways: value.codGateways.join("\n"),
    ...{ shippingShare: value.shippingShare, senderName: value.senderName },
    ...{ whenCostChanges: value.whenCostChanges, courierApps: value.courierApps },
  };
}

type PartProps = { readonly value: Answers; readonly change: (changes: Partial<Answers>) => void };

function Switches({ value, change, isInShadowMode }: PartProps & { readonly isInShadowMode: boolean }) {
  return (
    <BlockStack gap="200">
      <Text as="p">A switch covers orders from now on. You can change all of this at any time.</Text>
      <AutomaticSwitches value={value} change={change} />
      {isInShadowMode ? (
        <Text as="p">
          Shadow mode is on: everything is decided and shown, and nothing is placed by itself until you end
          it.
        </Text>
      ) : (
        <Checkbox
          label="Try it in shadow mode first"
          helpText="Everything is decided and shown, and nothing is placed by itself until you end it."
          checked={value.shadow}
          onChange={(shadow) => change({ shadow })}
        />
      )}
    </BlockStack>
  );
}

function Gateways({ names, value, change }: PartProps & { readonly names: readonly string[] }) {
  return (
    <ChoiceList
      title="Payment methods that mean cash on delivery"
      allowMultiple
      choices={names.map((name) => ({ label: name, value: name }))}
      selected={[...value.codGateways]}
      onChange={(codGateways) => change({ codGateways })}
    />
  );
}
