import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import { ActionButton } from "#app/ui/action-button.tsx";

/** Numbers that may have been meant, one press each. */
export function ChoosePhone({ phones }: { phones: readonly string[] }) {
  return phones.map((phone, index) => (
    <ActionButton
      key={phone}
      label={orderCommands.choose_phone.label(phone)}
      intent="choose_phone"
      fields={{ phone }}
      variant={index === 0 ? "primary" : undefined}
    />
  ));
}
