import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Text } from "@shopify/polaris";
import {
  getNotificationsPage,
  type NotificationsPage,
} from "#app/domain/notifications/get-notifications-page.server.ts";
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
import { ChoicesCard, isPercent } from "./choices-card.tsx";
import { doNotifications } from "./do-notifications.server.ts";
import { type EditedNotifications, notificationsForm } from "./notifications-form.ts";
import { RecipientsCard } from "./recipients-card.tsx";
import { SentCard } from "./sent-card.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return getNotificationsPage(ctx);
}

export async function action(args: ActionFunctionArgs): Promise<Response | ActionAnswer> {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, notificationsForm);
  return (await refuseUnlessGranted(args, visit, "mails")) ?? doNotifications(visit, form);
}

/** Who is told by mail of what, and what was sent. */
export default function Notifications() {
  const { isSetUp, settings, recipients, mails } = useLoaderData<typeof loader>();
  return (
    <PageFrame title="Notifications" backAction={{ content: "Settings", url: "/settings" }}>
      <div className="k-page-intro">
        <Text as="p" tone="subdued">
          What waits for you is always on Home. Here you choose who is told of it by mail.
        </Text>
      </div>
      <BlockStack gap="400">
        {isSetUp ? null : (
          <Banner tone="info" title="No mail is sent">
            <p>The operator of Karwan has not set up mail. What you choose here counts once they have.</p>
          </Banner>
        )}
        <RecipientsCard recipients={recipients} isSetUp={isSetUp} />
        <ChoicesForm settings={settings} />
        <SentCard mails={mails} />
      </BlockStack>
    </PageFrame>
  );
}

/** Only what was changed is sent: a page that stood open while somebody else saved flips nothing back. */
function ChoicesForm({ settings }: { settings: SerializeFrom<NotificationsPage>["settings"] }) {
  const { value, edits, change, isDirty, discard } = useEdited(toEdited(settings));
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const save = () => fetcher.submit({ ...edits, intent: "save" }, { method: "post" });
  return (
    <>
      <FormSaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        isWrong={!isPercent(value.priceRisePercent)}
        onSave={save}
        onDiscard={discard}
      />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <ChoicesCard value={value} change={change} />
    </>
  );
}

function toEdited({
  choices,
  digestHour,
  priceRisePercent,
}: NotificationsPage["settings"]): EditedNotifications {
  return { ...choices, digestHour: String(digestHour), priceRisePercent: String(priceRisePercent) };
}

export const ErrorBoundary = RouteError;
