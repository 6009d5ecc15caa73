import { courierToldCommand } from "./amendments/courier-told.server.ts";
import { leaveChangedCommand } from "./amendments/leave-changed.server.ts";
import { lowerDeliveryCommand } from "./amendments/lower-delivery.server.ts";
import { replaceCommand } from "./amendments/replace.server.ts";
import { cancelCommand } from "./cancellation/cancel.server.ts";
import { cancelRefusedCommand } from "./cancellation/cancel-refused.server.ts";
import { finishedInShopifyCommand } from "./cancellation/finished-in-shopify.server.ts";
import { leaveRefusedCommand } from "./cancellation/leave-refused.server.ts";
import { resumeCommand } from "./cancellation/resume.server.ts";
import type { BulkCommand, ServedCommand } from "./command.server.ts";
import { askAgainCommand } from "./customer/ask-again.server.ts";
import { chooseCityCommand } from "./customer/choose-city.server.ts";
import { choosePhoneCommand } from "./customer/choose-phone.server.ts";
import { cityAsWrittenCommand } from "./customer/city-as-written.server.ts";
import { customerAnsweredCommand } from "./customer/customer-answered.server.ts";
import { customerConfirmedCommand } from "./customer/customer-confirmed.server.ts";
import { editCustomerCommand } from "./customer/edit-customer.server.ts";
import { forgetBlockCommand } from "./customer/forget-block.server.ts";
import { keepEditCommand } from "./customer/keep-edit.server.ts";
import { undoEditCommand } from "./customer/undo-edit.server.ts";
import { fulfilAgainCommand } from "./parcels/fulfil-again.server.ts";
import { leaveItCommand } from "./parcels/leave-it.server.ts";
import { leaveUndoneCommand } from "./parcels/leave-undone.server.ts";
import { sayContentsCommand } from "./parcels/say-contents.server.ts";
import { simulateCommand } from "./parcels/simulate.server.ts";
import { answerPaymentCommand } from "./payment/answer-payment.server.ts";
import { howPaidCommand } from "./payment/how-paid.server.ts";
import { markAsPaidCommand } from "./payment/mark-as-paid.server.ts";
import { payCommand } from "./payment/pay.server.ts";
import { adoptCommand } from "./placement/adopt.server.ts";
import { holdCommand } from "./placement/hold.server.ts";
import { linkVariantCommand } from "./placement/link-variant.server.ts";
import { moveAwayCommand } from "./placement/move-away.server.ts";
import { placeCommand } from "./placement/place.server.ts";
import { placeAgainCommand } from "./placement/place-again.server.ts";
import { resumePlacingCommand } from "./placement/resume-placing.server.ts";
import { retryCommand } from "./placement/retry.server.ts";
import type { BulkAction, CommandName } from "./registry.ts";

/** What each command of `registry.ts` does, and who may give it. */
export const servedCommands: Readonly<Record<CommandName, ServedCommand>> &
  Readonly<Record<BulkAction, { readonly bulk: BulkCommand }>> = {
  choose_city: chooseCityCommand,
  pay: payCommand,
  place: placeCommand,
  retry: retryCommand,
  resume: resumeCommand,
  cancel: cancelCommand,
  adopt: adoptCommand,
  answer_payment: answerPaymentCommand,
  ask_again: askAgainCommand,
  cancel_refused: cancelRefusedCommand,
  choose_phone: choosePhoneCommand,
  city_as_written: cityAsWrittenCommand,
  courier_told: courierToldCommand,
  customer_answered: customerAnsweredCommand,
  customer_confirmed: customerConfirmedCommand,
  edit_customer: editCustomerCommand,
  finished_in_shopify: finishedInShopifyCommand,
  forget_block: forgetBlockCommand,
  fulfil_again: fulfilAgainCommand,
  hold: holdCommand,
  how_paid: howPaidCommand,
  keep_edit: keepEditCommand,
  leave_changed: leaveChangedCommand,
  leave_it: leaveItCommand,
  leave_refused: leaveRefusedCommand,
  leave_undone: leaveUndoneCommand,
  link_variant: linkVariantCommand,
  lower_delivery: lowerDeliveryCommand,
  mark_as_paid: markAsPaidCommand,
  move_away: moveAwayCommand,
  place_again: placeAgainCommand,
  replace: replaceCommand,
  resume_placing: resumePlacingCommand,
  say_contents: sayContentsCommand,
  simulate: simulateCommand,
  undo_edit: undoEditCommand,
};
