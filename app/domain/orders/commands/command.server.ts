import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderCommandKind } from "#app/domain/orders/commands/decisions/record-command.server.ts";
import type { EditCustomerResult } from "#app/domain/orders/customer/edit-customer.server.ts";
import type { SpendingRule } from "#app/domain/orders/money/spends-wallet.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import { invariant } from "#app/platform/errors.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { BulkOrder, BulkVerdict } from "./bulk-verdict.ts";
import type { CommandResult } from "./command-result.ts";
import type { MoveAwayResult } from "./decisions/move-away.server.ts";
import type { AnsweredHold } from "./placement/placement-blocker.ts";
import type { CommandForm, CommandFormOf, CommandName } from "./registry.ts";

/** Whoever gives a command, in their shop, for one of its orders. */
type CommandScope = { readonly ctx: ShopContext; readonly by: string; readonly orderId: OrderId };

export type CommandRefusal = Extract<
  CommandResult | MoveAwayResult | EditCustomerResult,
  { readonly ok: false }
>;

/** `done` where what was done is known only afterwards. */
type CommandOutcome = { readonly ok: true; readonly done?: string } | CommandRefusal;

/**
 * Who may give it: everybody, whoever the owner let (R28), or by what the order costs: `spends` says when the command
 * takes money from the wallet (R55).
 */
export type CommandRight = "everybody" | StaffRight | { readonly spends: SpendingRule };

/** How a command is given to one of many orders. */
export type BulkCommand = {
  /** Whether it fits the order as it stands now; each order is judged when its turn comes. */
  readonly plan: (order: BulkOrder) => BulkVerdict;
  /** What is written in the order's row; null for a payment, which is an intent of its own. */
  readonly writes: OrderCommandKind | null;
  /** The order may be placed by it, which spends the wallet where it is prepaid. */
  readonly mayPlace: boolean;
};

type CommandParts<Form> = {
  readonly right: CommandRight;
  readonly run: (scope: CommandScope, form: Form) => Promise<CommandOutcome>;
  /** What it answers, as far as that decides what happens next; one of the order's questions unless it says otherwise. */
  readonly answers?: AnsweredHold | ((form: Form) => AnsweredHold);
  readonly bulk?: BulkCommand;
};

export type ServedCommand = {
  readonly name: CommandName;
  readonly right: CommandRight;
  readonly run: (scope: CommandScope, form: CommandForm) => Promise<CommandOutcome>;
  readonly toAnsweredHold: (form: CommandForm) => AnsweredHold;
};

/** The server's half of a command: who may give it, and what it does. */
export function serveCommand<Name extends CommandName, Parts extends CommandParts<CommandFormOf<Name>>>(
  name: Name,
  parts: Parts,
): ServedCommand & Pick<Parts, "bulk"> {
  const { right, run, answers = "question", bulk } = parts;
  const own = (form: CommandForm): CommandFormOf<Name> => {
    invariant(isFormOf(name, form), `The command ${name} was given a form of ${form.intent}`);
    return form;
  };
  return {
    name,
    right,
    run: (scope, form) => run(scope, own(form)),
    toAnsweredHold: (form) => (typeof answers === "function" ? answers(own(form)) : answers),
    bulk,
  };
}

function isFormOf<Name extends CommandName>(name: Name, form: CommandForm): form is CommandFormOf<Name> {
  return form.intent === name;
}
