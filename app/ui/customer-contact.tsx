import { ActionList, Button, type ButtonProps, Popover } from "@shopify/polaris";
import { ChatIcon, PhoneIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import { type TextLanguage, textLanguages } from "#app/domain/shops/setting-choices.ts";

/** The languages of texts to customers, each by its own name. */
export const LANGUAGES: Readonly<Record<TextLanguage, string>> = {
  en: "English",
  roman_urdu: "Roman Urdu",
  ur: "اردو",
};

export type ShownTexts = Readonly<Record<TextLanguage, string>>;

type PhoneButton = Pick<ButtonProps, "size" | "fullWidth" | "accessibilityLabel"> & {
  readonly phone: string;
};

type CallProps = PhoneButton & { readonly onCall?: () => void };

export function CallButton({ phone, onCall, ...button }: CallProps) {
  return (
    <Button {...button} icon={PhoneIcon} url={`tel:${phone}`} onClick={onCall}>
      Call
    </Button>
  );
}

type WhatsAppProps = PhoneButton & { readonly texts: ShownTexts; readonly onWrite: () => void };

/** Opens WhatsApp with a ready text in the language that is chosen. */
export function WhatsAppButton({ phone, texts, onWrite, ...button }: WhatsAppProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const number = phone.replace("+", "");
  const activator = (
    <Button {...button} icon={ChatIcon} disclosure onClick={() => setOpen(!isOpen)}>
      WhatsApp
    </Button>
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={close} preferredAlignment="left">
      <ActionList
        items={textLanguages.map((language) => ({
          content: LANGUAGES[language],
          helpText: <bdi>{texts[language]}</bdi>,
          url: `https://wa.me/${number}?text=${encodeURIComponent(texts[language])}`,
          external: true,
          onAction: () => {
            onWrite();
            close();
          },
        }))}
      />
    </Popover>
  );
}
