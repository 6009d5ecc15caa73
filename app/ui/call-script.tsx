import { BlockStack, Box, Button, ButtonGroup } from "@shopify/polaris";
import { useId, useState } from "react";
import { type TextLanguage, textLanguages } from "#app/domain/shops/setting-choices.ts";
import { LANGUAGES, type ShownTexts } from "./customer-contact.tsx";

type CallScriptProps = {
  readonly script: ShownTexts;
  /** Whose order it is about, for somebody who hears the page. */
  readonly about: string;
  /** As wide as there is room, and as tall as a thumb. */
  readonly isLarge?: boolean;
};

/** What to say on the phone, opened in place. */
export function CallScript({ script, about, isLarge = false }: CallScriptProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={isOpen ? "k-script k-script-open" : "k-script"}>
      <BlockStack gap="200" inlineAlign={isLarge ? "stretch" : "start"}>
        <Button
          fullWidth={isLarge}
          size={isLarge ? "large" : "medium"}
          disclosure={isOpen ? "up" : "down"}
          ariaExpanded={isOpen}
          ariaControls={id}
          accessibilityLabel={`What to say, ${about}`}
          onClick={() => setOpen(!isOpen)}
        >
          What to say
        </Button>
        <div id={id}>{isOpen ? <SpokenText script={script} /> : null}</div>
      </BlockStack>
    </div>
  );
}

const TAGS: Readonly<Record<TextLanguage, string>> = { en: "en", roman_urdu: "ur-Latn", ur: "ur" };

function SpokenText({ script }: { script: ShownTexts }) {
  const [language, setLanguage] = useState<TextLanguage>("en");
  return (
    <BlockStack gap="200">
      <ButtonGroup variant="segmented">
        {textLanguages.map((each) => (
          <Button key={each} size="slim" pressed={each === language} onClick={() => setLanguage(each)}>
            {LANGUAGES[each]}
          </Button>
        ))}
      </ButtonGroup>
      <Box background="bg-surface-secondary" padding="300" borderRadius="200">
        <p lang={TAGS[language]} dir={language === "ur" ? "rtl" : "ltr"}>
          {script[language]}
        </p>
      </Box>
    </BlockStack>
  );
}
