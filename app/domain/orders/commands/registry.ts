import type { z } from "zod";
import { adopt } from "./adopt.ts";
import { answerPayment } from "./answer-payment.ts";
import { askAgain } from "./ask-again.ts";
import { cancel } from "./cancel.ts";
import { cancelRefused } from "./cancel-refused.ts";
import { chooseCity } from "./choose-city.ts";
import { choosePhone } from "./choose-phone.ts";
import { cityAsWritten } from "./city-as-written.ts";
import type { BulkWords, OrderCommand, ResolutionButton } from "./command.ts";
import { courierTold } from "./courier-told.ts";
import { customerConfirmed } from "./customer-confirmed.ts";
import { editCustomer } from "./edit-customer.ts";
import { finishedInShopify } from "./finished-in-shopify.ts";
import { forgetBlock } from "./forget-block.ts";
import { fulfilAgain } from "./fulfil-again.ts";
import { hold } from "./hold.ts";
import { howPaid } from "./how-paid.ts";
import { keepEdit } from "./keep-edit.ts";
import { leaveChanged } from "./leave-changed.ts";
import { leaveIt } from "./leave-it.ts";
import { leaveRefused } from "./leave-refused.ts";
import { leaveUndone } from "./leave-undone.ts";
import { linkVariant } from "./link-variant.ts";
import { lowerDelivery } from "./lower-delivery.ts";
import { markAsPaid } from "./mark-as-paid.ts";
import { moveAway } from "./move-away.ts";
import { pay } from "./pay.ts";
import { place } from "./place.ts";
import { placeAgain } from "./place-again.ts";
import { replace } from "./replace.ts";
import { resume } from "./resume.ts";
import { resumePlacing } from "./resume-placing.ts";
import { retry } from "./retry.ts";
import { sayContents } from "./say-contents.ts";
import { simulate } from "./simulate.ts";
import { undoEdit } from "./undo-edit.ts";

/**
 * Every command a merchant can give, by the name its form sends; `registry.server.ts` has what each does. What can be
 * done to many orders is offered in this order, the likeliest first.
 */
export const orderCommands = {
  choose_city: chooseCity,
  pay,
  place,
  retry,
  resume,
  cancel,
  adopt,
  answer_payment: answerPayment,
  ask_again: askAgain,
  cancel_refused: cancelRefused,
  choose_phone: choosePhone,
  city_as_written: cityAsWritten,
  courier_told: courierTold,
  customer_confirmed: customerConfirmed,
  edit_customer: editCustomer,
  finished_in_shopify: finishedInShopify,
  forget_block: forgetBlock,
  fulfil_again: fulfilAgain,
  hold,
  how_paid: howPaid,
  keep_edit: keepEdit,
  leave_changed: leaveChanged,
  leave_it: leaveIt,
  leave_refused: leaveRefused,
  leave_undone: leaveUndone,
  link_variant: linkVariant,
  lower_delivery: lowerDelivery,
  mark_as_paid: markAsPaid,
  move_away: moveAway,
  place_again: placeAgain,
  replace,
  resume_placing: resumePlacing,
  say_contents: sayContents,
  simulate,
  undo_edit: undoEdit,
} as const;

type OrderCommands = typeof orderCommands;

type EachCommand = OrderCommands[keyof OrderCommands];

/** What a button or form of an order's page sends, as its command's schema reads it. */
export type CommandForm = z.output<ReturnType<NonNullable<EachCommand["schema"]>>>;

export type CommandName = CommandForm["intent"];

export type CommandFormOf<Name extends CommandName> = Extract<CommandForm, { readonly intent: Name }>;

/** The same registry, where only what all commands have in common is asked. */
export function commandsByName(): Readonly<Record<string, OrderCommand>> {
  return orderCommands;
}

/** What can be done to many orders with one press. */
export type BulkAction = {
  [Name in keyof OrderCommands]: OrderCommands[Name] extends { readonly bulk: BulkWords } ? Name : never;
}[keyof OrderCommands];

function isBulkAction(name: string): name is BulkAction {
  return commandsByName()[name]?.bulk !== undefined;
}

export const bulkActions: readonly BulkAction[] = Object.keys(orderCommands).filter(isBulkAction);

export function bulkWords(action: BulkAction): BulkWords {
  return orderCommands[action].bulk;
}

type ResolutionsOf<Command> = Command extends { readonly resolutions: infer Resolutions }
  ? keyof Resolutions & string
  : never;

/** The ways out of a hold that give a command. */
export type CommandResolution = ResolutionsOf<EachCommand>;

type OneClickOf<Command> = Command extends { readonly resolutions: infer Resolutions }
  ? {
      [Name in keyof Resolutions]: Resolutions[Name] extends ResolutionButton ? Name & string : never;
    }[keyof Resolutions]
  : never;

/** Those of them that are one button. */
export type OneClickResolution = OneClickOf<EachCommand>;
