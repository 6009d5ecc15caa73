import type { z } from "zod";
import { courierTold } from "./amendments/courier-told.ts";
import { leaveChanged } from "./amendments/leave-changed.ts";
import { lowerDelivery } from "./amendments/lower-delivery.ts";
import { replace } from "./amendments/replace.ts";
import { cancel } from "./cancellation/cancel.ts";
import { cancelRefused } from "./cancellation/cancel-refused.ts";
import { finishedInShopify } from "./cancellation/finished-in-shopify.ts";
import { leaveRefused } from "./cancellation/leave-refused.ts";
import { resume } from "./cancellation/resume.ts";
import type { BulkWords, OrderCommand, ResolutionButton } from "./command.ts";
import { askAgain } from "./customer/ask-again.ts";
import { chooseCity } from "./customer/choose-city.ts";
import { choosePhone } from "./customer/choose-phone.ts";
import { cityAsWritten } from "./customer/city-as-written.ts";
import { customerAnswered } from "./customer/customer-answered.ts";
import { customerConfirmed } from "./customer/customer-confirmed.ts";
import { editCustomer } from "./customer/edit-customer.ts";
import { forgetBlock } from "./customer/forget-block.ts";
import { keepEdit } from "./customer/keep-edit.ts";
import { undoEdit } from "./customer/undo-edit.ts";
import { fulfilAgain } from "./parcels/fulfil-again.ts";
import { leaveIt } from "./parcels/leave-it.ts";
import { leaveUndone } from "./parcels/leave-undone.ts";
import { sayContents } from "./parcels/say-contents.ts";
import { simulate } from "./parcels/simulate.ts";
import { answerPayment } from "./payment/answer-payment.ts";
import { howPaid } from "./payment/how-paid.ts";
import { markAsPaid } from "./payment/mark-as-paid.ts";
import { pay } from "./payment/pay.ts";
import { adopt } from "./placement/adopt.ts";
import { hold } from "./placement/hold.ts";
import { linkVariant } from "./placement/link-variant.ts";
import { moveAway } from "./placement/move-away.ts";
import { place } from "./placement/place.ts";
import { placeAgain } from "./placement/place-again.ts";
import { resumePlacing } from "./placement/resume-placing.ts";
import { retry } from "./placement/retry.ts";

/**
 * Every command a merchant can give, by the name its form sends; `registry.server.ts` has what each does. A command
 * stands in the folder of what it is about. What can be done to many orders is offered in this order, the likeliest first.
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
  customer_answered: customerAnswered,
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
