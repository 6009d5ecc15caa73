import { adoptCommand } from "./adopt.server.ts";
import { answerPaymentCommand } from "./answer-payment.server.ts";
import { askAgainCommand } from "./ask-again.server.ts";
import { cancelCommand } from "./cancel.server.ts";
import { cancelRefusedCommand } from "./cancel-refused.server.ts";
import { chooseCityCommand } from "./choose-city.server.ts";
import { choosePhoneCommand } from "./choose-phone.server.ts";
import { cityAsWrittenCommand } from "./city-as-written.server.ts";
import type { BulkCommand, ServedCommand } from "./command.server.ts";
import { courierToldCommand } from "./courier-told.server.ts";
import { customerConfirmedCommand } from "./customer-confirmed.server.ts";
import { editCustomerCommand } from "./edit-customer.server.ts";
import { finishedInShopifyCommand } from "./finished-in-shopify.server.ts";
import { forgetBlockCommand } from "./forget-block.server.ts";
import { fulfilAgainCommand } from "./fulfil-again.server.ts";
import { holdCommand } from "./hold.server.ts";
import { howPaidCommand } from "./how-paid.server.ts";
import { keepEditCommand } from "./keep-edit.server.ts";
import { leaveChangedCommand } from "./leave-changed.server.ts";
import { leaveItCommand } from "./leave-it.server.ts";
import { leaveRefusedCommand } from "./leave-refused.server.ts";
import { leaveUndoneCommand } from "./leave-undone.server.ts";
import { linkVariantCommand } from "./link-variant.server.ts";
import { lowerDeliveryCommand } from "./lower-delivery.server.ts";
import { markAsPaidCommand } from "./mark-as-paid.server.ts";
import { moveAwayCommand } from "./move-away.server.ts";
import { payCommand } from "./pay.server.ts";
import { placeCommand } from "./place.server.ts";
import { placeAgainCommand } from "./place-again.server.ts";
import type { BulkAction, CommandName } from "./registry.ts";
import { replaceCommand } from "./replace.server.ts";
import { resumeCommand } from "./resume.server.ts";
import { resumePlacingCommand } from "./resume-placing.server.ts";
import { retryCommand } from "./retry.server.ts";
import { sayContentsCommand } from "./say-contents.server.ts";
import { simulateCommand } from "./simulate.server.ts";
import { undoEditCommand } from "./undo-edit.server.ts";

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
