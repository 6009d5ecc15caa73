import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Text } from "@shopify/polaris";
import { type FlowName, flowActions, flowTriggers } from "#app/domain/flow/flow-names.ts";
import { listFlowSwitches, saveFlowSwitches } from "#app/domain/flow/flow-switches.server.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { refuseUnlessGranted } from "#app/routes/admin/refuse-unless-granted.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import { type EditedFlow, flowForm } from "./flow-form.ts";
import { ACTION_WORDS, TRIGGER_WORDS } from "./flow-words.ts";
import { SwitchRow } from "./switch-row.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  return { switches: await listFlowSwitches(ctx), viewer: by };
}

export async function action(args: ActionFunctionArgs): Promise<Response | ActionAnswer> {
  const visit = await requireShop(args);
  const { intent: _, ...changes } = await parseForm(args.request, flowForm);
  const refusal = await refuseUnlessGranted(args, visit, "routing");
  if (refusal) return refusal;
  await saveFlowSwitches(visit.ctx, { changes, by: visit.by });
  return { ok: true, done: "Saved" };
}

/** Which events are sent to Shopify Flow, and what workflows may do, in whose name. */
export default function Flow() {
  const { switches, viewer } = useLoaderData<typeof loader>();
  const { value, edits, change, isDirty, discard } = useEdited(toEdited(switches));
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const save = () => fetcher.submit({ ...toTexts(edits), intent: "save" }, { method: "post" });
  const byName = new Map(switches.map((each) => [each.name, each]));
  const rowOf = (name: FlowName, words: (typeof TRIGGER_WORDS)["held"]) => {
    const saved = byName.get(name);
    return saved ? (
      <SwitchRow
        key={name}
        {...{ words, saved, viewer }}
        isOn={value[name]}
        onChange={(isOn) => change({ [name]: isOn })}
      />
    ) : null;
  };
  return (
    <PageFrame title="Flow" backAction={{ content: "Settings", url: "/settings" }}>
      <div className="k-page-intro">
        <Text as="p" tone="subdued">
          Shopify Flow runs your own workflows. Everything here is off until somebody who may decide what is
          placed switches it on.
        </Text>
      </div>
      <FormSaveBar {...{ isDirty, isBusy }} onSave={save} onDiscard={discard} />
      <BlockStack gap="400">
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        <Card>
          <BlockStack gap="400">
            <Heading
              title="Events sent to Flow"
              text="Within about half a minute, from when you switch it on. Flow gets the order or the product and figures, and nothing of a customer."
            />
            {flowTriggers.map((name) => rowOf(name, TRIGGER_WORDS[name]))}
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="400">
            <Heading
              title="What workflows may do"
              text="It is done in the name of whoever switched it on, and only while that person may still do it."
            />
            {flowActions.map((name) => rowOf(name, ACTION_WORDS[name]))}
          </BlockStack>
        </Card>
      </BlockStack>
    </PageFrame>
  );
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      <Text as="p" tone="subdued">
        {text}
      </Text>
    </BlockStack>
  );
}

function toEdited(switches: readonly { readonly name: FlowName; readonly enabled: boolean }[]): EditedFlow {
  return Object.fromEntries(switches.map(({ name, enabled }) => [name, enabled])) as EditedFlow;
}

function toTexts(edits: Partial<EditedFlow>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(edits).map(([name, isOn]) => [name, String(isOn)]));
}

export const ErrorBoundary = RouteError;
