import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Layout } from "@shopify/polaris";
import { findLinkingProgress } from "#app/domain/catalog/adopt-listings.server.ts";
import { getSettings } from "#app/domain/shops/get-settings.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { parseForm } from "../parse-form.server.ts";
import { refuseUnlessOwner } from "../refuse-unless-owner.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { ConnectionSection } from "./connection-section.tsx";
import { doSettings } from "./do-settings.server.ts";
import { PreferencesForm } from "./preferences-form.tsx";
import { ownersIntents, settingsForm } from "./settings-form.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const [settings, linking] = await Promise.all([getSettings(ctx), findLinkingProgress(ctx)]);
  return { ...settings, linking };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, settingsForm);
  const refusal = ownersIntents.has(form.intent) ? await refuseUnlessOwner(args, visit) : null;
  return refusal ?? doSettings(visit, form);
}

export default function Settings() {
  const settings = useLoaderData<typeof loader>();
  return (
    <PageFrame title="Settings">
      <div className="k-settings">
        <Layout>
          <ConnectionSection settings={settings} linking={settings.linking} />
          <PreferencesForm settings={settings} />
        </Layout>
      </div>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
