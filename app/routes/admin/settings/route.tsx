import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Card, Link, Text } from "@shopify/polaris";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { requireShop } from "../require-shop.server.ts";
import { answerSettings } from "./answer-settings.server.ts";
import { TOPIC_WORDS, topics } from "./topic/topics.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireShop(args);
  return null;
}

export function action(args: ActionFunctionArgs) {
  return answerSettings(args);
}

/** Pages with routes of their own. */
const CHANNELS = {
  path: "channels",
  title: "Sales channels",
  text: "Where customers see what you import: your online store, and whatever other channels you choose.",
};

const HOLDS = {
  path: "holds",
  title: "Holds",
  text: "Which orders wait for you instead of going by themselves: large ones, new customers, a city, a tag.",
};

const NOTIFICATIONS = {
  path: "notifications",
  title: "Notifications",
  text: "Who is told by mail what waits for you, and how urgently.",
};

const FLOW = {
  path: "flow",
  title: "Flow",
  text: "What Shopify Flow is told, and what your workflows may do with orders.",
};

const API = {
  path: "api",
  title: "API",
  text: "Tokens with which your own tools read orders, holds and payouts. They change nothing.",
};

const PAGES = topics
  .map((topic) => ({ path: topic as string, ...TOPIC_WORDS[topic] }))
  .toSpliced(topics.indexOf("leave"), 0, CHANNELS, NOTIFICATIONS, FLOW, API)
  .toSpliced(topics.indexOf("placing") + 1, 0, HOLDS);

/** Leads to one page for each subject; leaving comes last. */
export default function Settings() {
  return (
    <PageFrame title="Settings">
      <Card padding="0">
        <ul className="k-rows">
          {PAGES.map(({ path, title, text }) => (
            <li key={path}>
              <div className="k-topic">
                <Text as="h2" variant="headingSm">
                  <Link url={`/settings/${path}`}>{title}</Link>
                </Text>
                <Text as="p" tone="subdued">
                  {text}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
