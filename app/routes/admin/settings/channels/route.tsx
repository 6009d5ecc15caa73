import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { BlockStack, Card, ChoiceList, Text } from "@shopify/polaris";
import { z } from "zod";
import { publishingOf, type SalesChannel } from "#app/domain/catalog/channels/sales-channels.ts";
import {
  applyPublishingPermission,
  chooseSalesChannels,
  readSalesChannels,
} from "#app/domain/catalog/channels/settle-channels.server.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import { AllowPublishing } from "./allow-publishing.tsx";
import { publishUnseen } from "./publish-many.server.ts";
import { toAllowedAnswer } from "./to-allowed-answer.ts";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("allowed") }),
  z.object({ intent: z.literal("publish_unseen") }),
  z.object({
    intent: z.literal("choose"),
    gids: z
      .string()
      .max(5000)
      .transform((text) => text.split(",").filter((gid) => gid !== "")),
  }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  if (publishingOf(ctx.shop).kind === "not_allowed") return { channels: null };
  return { channels: await readSalesChannels(ctx) };
}

export async function action(args: ActionFunctionArgs): Promise<Response | ActionAnswer> {
  const visit = await requireShop(args);
  const { ctx } = visit;
  const asked = await parseForm(args.request, form);
  if (asked.intent === "publish_unseen") return publishUnseen(visit);
  if (asked.intent === "allowed") return toAllowedAnswer(await applyPublishingPermission(ctx));
  return (await chooseSalesChannels(ctx, asked.gids))
    ? { ok: true, done: "Saved for what you import from now on" }
    : { ok: false, reason: "Karwan may not publish in your store.", detail: "Allow it first." };
}

/** Where imported products are published. */
export default function Channels() {
  const { channels } = useLoaderData<typeof loader>();
  return (
    <PageFrame title="Sales channels" backAction={{ content: "Settings", url: "/settings" }}>
      <Card>{channels === null ? <NotAllowed /> : <ChooseChannels channels={channels} />}</Card>
    </PageFrame>
  );
}

function NotAllowed() {
  return (
    <BlockStack gap="300">
      <Text as="p">
        Shopify shows an imported product to customers only once it is published on a sales channel. With your
        permission Karwan publishes what you import in your online store.
      </Text>
      <AllowPublishing label="Let Karwan publish" />
    </BlockStack>
  );
}

/** What Shopify or somebody else changed meanwhile shows in the choice, unless it was changed here. */
function ChooseChannels({ channels }: { channels: readonly SalesChannel[] }) {
  const saved = channels.filter(({ chosen }) => chosen).map(({ gid }) => gid);
  const { value, change, isDirty, discard } = useEdited({ gids: saved });
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const save = () => fetcher.submit({ intent: "choose", gids: value.gids.join() }, { method: "post" });
  const choose = (picked: readonly string[]) =>
    change({ gids: channels.map(({ gid }) => gid).filter((gid) => picked.includes(gid)) });
  return (
    <BlockStack gap="400">
      <FormSaveBar isDirty={isDirty} isBusy={isBusy} onSave={save} onDiscard={discard} />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <ChoiceList
        allowMultiple
        title="Publish what you import on"
        choices={channels.map(({ gid, name }) => ({ value: gid, label: name }))}
        selected={[...value.gids]}
        onChange={choose}
      />
      <Text as="p" tone="subdued">
        {value.gids.length === 0
          ? "Without a channel customers do not see what you import until you publish it in Shopify."
          : "A draft is seen there once you make it active. What is imported already stays where it is."}
      </Text>
    </BlockStack>
  );
}

export const ErrorBoundary = RouteError;
