import { BlockStack, Button, ButtonGroup, Card, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { type TextLanguage, textLanguages } from "#app/domain/shops/setting-choices.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { LANGUAGES } from "#app/ui/customer-contact.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import type { CustomerPages } from "./preview-customer-pages.server.ts";

type CustomerPagesCardProps = { readonly pages: CustomerPages; readonly usual: TextLanguage };

/** How the page looks that customers see, and how they come to it. */
export function CustomerPagesCard({ pages, usual }: CustomerPagesCardProps) {
  return (
    <>
      <PreviewCard previews={pages.previews} usual={usual} />
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            How customers find it
          </Text>
          <ThemeBlocks editor={pages.editor} />
          <CopiedText
            label="Address of the page"
            text={pages.address}
            help="For a menu of your store, or a message. Customers type their order number and phone there. The WhatsApp text of a parcel on its way carries a link that opens the order at once."
          />
          <CopiedText
            label="Line for Shopify's messages"
            text={pages.liquid}
            help="In Shopify, open Settings, Notifications, Customer notifications, Shipping confirmation, Edit code, and paste it where the link shall stand. The link opens the customer's own order for sixty days at most, while the customer's details are kept; nothing can be changed or cancelled by it. Keep the line to yourself: who has it can make such links to your orders."
          />
        </BlockStack>
      </Card>
    </>
  );
}

/** Shopify's own editor opens with the block in it; the merchant saves there. */
function ThemeBlocks({ editor }: Pick<CustomerPages, "editor">) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button url={adminUrl(editor["order-tracking"])}>Add the tracking form to your theme</Button>
      <Button url={adminUrl(editor["cash-on-delivery"])}>Add the cash-on-delivery note to your theme</Button>
      <Text as="p" tone="subdued">
        Shopify's theme editor opens with it; save there. The note has a setting of its own for the sender's
        name.
      </Text>
    </BlockStack>
  );
}

function PreviewCard({ previews, usual }: { previews: CustomerPages["previews"]; usual: TextLanguage }) {
  const [language, setLanguage] = useState(usual);
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          What a customer sees
        </Text>
        <ButtonGroup variant="segmented">
          {textLanguages.map((each) => (
            <Button key={each} pressed={each === language} onClick={() => setLanguage(each)}>
              {LANGUAGES[each]}
            </Button>
          ))}
        </ButtonGroup>
        <iframe
          className="k-preview"
          title={`The page of an example, ${LANGUAGES[language]}`}
          srcDoc={previews[language]}
          sandbox=""
        />
        <Text as="p" tone="subdued">
          An example, as it is saved. In your store the page has your theme around it.
        </Text>
      </BlockStack>
    </Card>
  );
}

type CopiedTextProps = { readonly label: string; readonly text: string; readonly help: string };

function CopiedText({ label, text, help }: CopiedTextProps) {
  return (
    <BlockStack gap="200" inlineAlign="stretch">
      <TextField label={label} value={text} autoComplete="off" readOnly selectTextOnFocus helpText={help} />
      <div>
        <CopyButton label="Copy" text={text} name={label} />
      </div>
    </BlockStack>
  );
}
