import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { invariant } from "#app/platform/errors.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { CommandRefusal } from "./command.server.ts";
import { findDoneText } from "./find-done-text.server.ts";
import { servedCommands } from "./registry.server.ts";
import type { CommandForm } from "./registry.ts";

/** Whoever presses, in their shop. */
export type CommandActor = { readonly ctx: ShopContext; readonly by: string };

/** What was done and happens next, as a sentence for a toast; else why not. */
export type CommandAnswer =
  | { readonly ok: true; readonly done: string }
  | (CommandRefusal & { readonly gone?: true });

/** A button or form of an order's page: one press, one command. */
export async function runCommand(
  { ctx, by }: CommandActor,
  orderId: OrderId,
  form: CommandForm,
): Promise<CommandAnswer> {
  const text = await findDoneText(ctx, orderId, form);
  const answer = await servedCommands[form.intent].run({ ctx, by, orderId }, form);
  // The button leaves the page, so what is said stays where the page says it too.
  if (!answer.ok) return "why" in answer && answer.why !== undefined ? { ...answer, gone: true } : answer;
  const done = answer.done ?? text;
  invariant(done !== null, `The command ${form.intent} has no words for what it did`);
  return { ok: true, done };
}
