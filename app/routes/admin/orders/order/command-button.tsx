import type { ComponentProps } from "react";
import { type CommandName, orderCommands } from "#app/domain/orders/commands/registry.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** Commands whose button says the same for every order. */
type NamedCommand = {
  [Name in CommandName]: (typeof orderCommands)[Name]["label"] extends string ? Name : never;
}[CommandName];

type OfCommand<Button> = Omit<Button, "intent" | "label"> & { readonly command: NamedCommand };

/** The button of a command. */
export function CommandButton({ command, ...button }: OfCommand<ComponentProps<typeof ActionButton>>) {
  return <ActionButton {...button} intent={command} label={orderCommands[command].label} />;
}

/** The same, for a command that is hard to undo: it asks once. */
export function ConfirmCommand({ command, ...button }: OfCommand<ComponentProps<typeof ConfirmButton>>) {
  return <ConfirmButton {...button} intent={command} label={orderCommands[command].label} />;
}
