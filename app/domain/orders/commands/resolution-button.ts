import type { ResolutionButton } from "./command.ts";
import { commandsByName, type OneClickResolution } from "./registry.ts";

/** A button as it is pressed: what it says, and what it sends. */
export type SentButton = ResolutionButton & { readonly intent: string };

const BUTTONS: ReadonlyMap<string, SentButton> = new Map(
  Object.entries(commandsByName()).flatMap(([intent, { resolutions = {} }]) =>
    Object.entries(resolutions).flatMap(([name, button]) =>
      button === "own_form" ? [] : [[name, { ...button, intent }] as const],
    ),
  ),
);

/** Whether a way out of a hold is one button; the others are forms, or lead elsewhere. */
export function isOneClick<Way extends string>(way: Way): way is Way & OneClickResolution {
  return BUTTONS.has(way);
}

export function findResolutionButton(way: string): SentButton | null {
  return BUTTONS.get(way) ?? null;
}
