import {
  BlockStack,
  Card,
  Layout,
  SkeletonBodyText,
  SkeletonDisplayText,
  SkeletonPage,
} from "@shopify/polaris";

type PendingPageProps = { readonly path: string };

/** The layout of the page that is on its way, so that nothing jumps when it comes. */
export function PendingPage({ path }: PendingPageProps) {
  if (path.startsWith("/settings/")) return <PendingTopic />;
  if (/^\/(?:orders\/(?!bulk\/)|listings\/(?!runs\/))./.test(path)) return <PendingDetail />;
  return (
    <SkeletonPage title={titleOf(path)} fullWidth={WIDE.has(path)}>
      {path === "/products" ? <PendingGrid /> : <PendingList />}
    </SkeletonPage>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  "/": "Home",
  "/products": "Catalog",
  "/listings": "Listings",
  "/orders": "Orders",
  "/activity": "Activity",
  "/settings": "Settings",
};

const WIDE: ReadonlySet<string> = new Set(["/orders", "/products", "/listings"]);

function titleOf(path: string): string {
  return TITLES[path] ?? "";
}

function PendingList() {
  return (
    <BlockStack gap="400">
      <Card>
        <SkeletonBodyText lines={2} />
      </Card>
      <Card>
        <SkeletonBodyText lines={8} />
      </Card>
    </BlockStack>
  );
}

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h"];

function PendingGrid() {
  return (
    <ul className="k-grid">
      {CARDS.map((card) => (
        <li key={card}>
          <Card padding="0">
            <div className="k-image k-image-wide" />
            <div className="k-card-body">
              <SkeletonBodyText lines={3} />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function PendingTopic() {
  return (
    <SkeletonPage backAction>
      <Card>
        <SkeletonBodyText lines={8} />
      </Card>
    </SkeletonPage>
  );
}

function PendingDetail() {
  return (
    <SkeletonPage backAction>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Card>
              <SkeletonBodyText lines={4} />
            </Card>
            <Card>
              <SkeletonBodyText lines={8} />
            </Card>
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <Card>
            <BlockStack gap="300">
              <SkeletonDisplayText size="small" />
              <SkeletonBodyText lines={5} />
            </BlockStack>
          </Card>
        </Layout.Section>
      </Layout>
    </SkeletonPage>
  );
}
