import { ActionButton } from "#app/ui/action-button.tsx";

/** Numbers that may have been meant, one press each. */
export function ChoosePhone({ phones }: { phones: readonly string[] }) {
  return phones.map((phone, index) => (
    <ActionButton
      key={phone}
      label={`Use ${phone}`}
      intent="choose_phone"
      fields={{ phone }}
      variant={index === 0 ? "primary" : undefined}
    />
  ));
}
