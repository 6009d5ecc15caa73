import { useFetcher, useNavigate } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, Button, Card, InlineStack, Text, TextField } from "@shopify/polaris";
import { type FormEvent, useState } from "react";
import { MoneyRange } from "#app/ui/money-range.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import type { loader } from "./own-products.ts";
import { mappingPath } from "./product-path.ts";

/** Which product of the merchant's own is to be mapped: by the admin's picker, else by searching here. */
export function PickProduct({ isConnected }: { isConnected: boolean }) {
  const bridge = useAppBridge();
  const navigate = useNavigate();
  const [isSearching, setSearching] = useState(false);
  const pick = async () => {
    try {
      const chosen = await bridge.resourcePicker({
        ...{ type: "product", action: "select", multiple: false },
        filter: { variants: false },
      });
      const id = chosen?.[0]?.id;
      if (id) navigate(mappingPath(id));
    } catch {
      // Outside the admin, or in a browser that keeps its dialog shut, there is no picker.
      setSearching(true);
    }
  };
  if (!isConnected) {
    return (
      <Card>
        <InlineStack gap="300" blockAlign="center">
          <Text as="p">Connect the supplier first: what a product is, only its catalog can say.</Text>
          <Button url="/settings/connection">Open Settings</Button>
        </InlineStack>
      </Card>
    );
  }
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200">
          <Button variant="primary" onClick={() => void pick()}>
            Map a product you already have
          </Button>
          <Button onClick={() => setSearching(!isSearching)} disclosure={isSearching ? "up" : "down"}>
            Search by name
          </Button>
        </InlineStack>
        {isSearching ? <SearchOwn /> : null}
      </BlockStack>
    </Card>
  );
}

function SearchOwn() {
  const [search, setSearch] = useState("");
  const found = useFetcher<typeof loader>();
  const look = (event: FormEvent) => {
    event.preventDefault();
    found.load(`/mapping/own-products?${new URLSearchParams({ search })}`);
  };
  const products = found.data?.products;
  return (
    <BlockStack gap="300">
      <form onSubmit={look}>
        <InlineStack gap="200" blockAlign="end">
          <TextField label="A product of your store" value={search} onChange={setSearch} autoComplete="off" />
          <Button submit loading={found.state !== "idle"}>
            Search
          </Button>
        </InlineStack>
      </form>
      {products?.length === 0 ? <Text as="p">Nothing found. Try another word.</Text> : null}
      {products && products.length > 0 ? (
        <ul className="k-rows">
          {products.map(({ id, title, imageUrl, prices }) => (
            <li key={id}>
              <div className="k-listing">
                <ProductImage url={imageUrl} size="thumb" />
                <div className="k-listing-words">
                  <Text as="p">
                    <bdi>{title}</bdi>
                  </Text>
                  <Text as="p" tone="subdued" variant="bodySm">
                    <MoneyRange range={{ lowest: Number(prices.lowest), highest: Number(prices.highest) }} />
                  </Text>
                </div>
                <Button url={mappingPath(id)} accessibilityLabel={`Map ${title}`}>
                  Map it
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </BlockStack>
  );
}
