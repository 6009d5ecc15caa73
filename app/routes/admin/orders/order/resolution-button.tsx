import { Button } from "@shopify/polaris";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { cancelWords } from "./cancel-words.ts";
import { ChoosePhone } from "./choose-phone.tsx";
import { MarkAsPaid } from "./mark-as-paid.tsx";
import { PayFromWallet } from "./pay-from-wallet.tsx";
import type { HoldResolution, ShownHold, ShownOrder } from "./shown-order.ts";

type ResolutionButtonProps = {
  readonly resolution: HoldResolution;
  readonly hold: ShownHold | null;
  readonly order: ShownOrder;
  readonly isFirst: boolean;
  /** For ways that open a form in place. */
  readonly onOpen: () => void;
};

/** The button of one way out; those with a form of their own beside it show none. */
export function ResolutionButton({ resolution, hold, order, isFirst, onOpen }: ResolutionButtonProps) {
  const variant = isFirst ? "primary" : undefined;
  switch (resolution) {
    case "answer_how_paid":
    case "cancel_and_place_again":
    case "choose_city":
    case "compare_and_choose":
    case "fulfil_again":
    case "lower_delivery_charge":
    case "say_contents":
      return null;
    case "edit_customer":
      return <EditCustomer hold={hold} order={order} isFirst={isFirst} onOpen={onOpen} />;
    case "map_variant":
      return (
        <Button variant={variant} onClick={onOpen}>
          Link it to a supplier product
        </Button>
      );
    case "collect_rest":
      return (
        <ActionButton
          label="Collect the rest on delivery"
          intent="how_paid"
          fields={{ answer: "cod" }}
          variant={variant}
        />
      );
    case "mark_as_paid":
      return <MarkAsPaid order={order} isFirst={isFirst} />;
    case "move_away":
      return <ActionButton label="Fulfil from my own location" intent="move_away" />;
    case "cancel":
      return order.actions.cancel ? <ConfirmButton intent="cancel" {...cancelWords(order)} /> : null;
    case "pay_from_wallet":
      return <PayFromWallet order={order} />;
    default:
      return <PlainResolution resolution={resolution} order={order} isFirst={isFirst} />;
  }
}

type PlainResolutionProps = Pick<ResolutionButtonProps, "order" | "isFirst"> & {
  readonly resolution: Exclude<
    HoldResolution,
    | "answer_how_paid"
    | "cancel"
    | "cancel_and_place_again"
    | "choose_city"
    | "collect_rest"
    | "compare_and_choose"
    | "edit_customer"
    | "fulfil_again"
    | "lower_delivery_charge"
    | "map_variant"
    | "mark_as_paid"
    | "move_away"
    | "pay_from_wallet"
    | "say_contents"
  >;
};

/** Ways that are one press, or a page elsewhere. */
function PlainResolution({ resolution, order, isFirst }: PlainResolutionProps) {
  const variant = isFirst ? "primary" : undefined;
  const disabled = order.walletRefusal !== null;
  switch (resolution) {
    case "place":
      return (
        <ActionButton label="Place with the supplier" intent="place" variant="primary" disabled={disabled} />
      );
    case "end_test_connection":
      return <ActionButton label="Place it as a test" intent="place" variant="primary" disabled={disabled} />;
    case "place_anyway":
      return <ActionButton label="Place anyway" intent="place" variant="primary" disabled={disabled} />;
    case "resume_placing":
      return <ActionButton label="Resume placing" intent="resume_placing" variant="primary" />;
    case "finished_in_shopify":
      return <ActionButton label="It is finished" intent="finished_in_shopify" variant="primary" />;
    case "customer_confirmed":
      return <ActionButton label="The customer confirmed" intent="customer_confirmed" variant={variant} />;
    case "leave_it":
      return <ActionButton label="Leave it" intent="leave_it" />;
    case "leave_refused":
      return <ActionButton label="Leave it" intent="leave_refused" />;
    case "retry":
    case "wait":
      return <ActionButton label="Try again now" intent="retry" variant={variant} disabled={disabled} />;
    case "open_connection":
      return <Button url="/settings/connection">Open settings</Button>;
    case "grant_scopes":
      return (
        <Button variant={variant} url={adminUrl(order.fixes.grantPage)}>
          Grant it
        </Button>
      );
    case "open_service_dashboard":
      return <Dashboard order={order} label="Open the supplier's dashboard" />;
    case "top_up_wallet":
      return <Dashboard order={order} label="Top up" />;
    case "see_parcel":
      return <Button url="#parcels">See the parcel</Button>;
    case "open_in_shopify":
      return <Button url={adminUrl(`orders/${order.orderGid.split("/").at(-1)}`)}>Open in Shopify</Button>;
  }
}

function Dashboard({ order, label }: { order: ShownOrder; label: string }) {
  const { dashboardUrl } = order.fixes;
  if (dashboardUrl === null) return <Button url="/settings/connection">See the connection</Button>;
  return (
    <Button url={dashboardUrl} external target="_blank">
      {label}
    </Button>
  );
}

/** Where one press is enough, it is there beside the form. */
function EditCustomer({ hold, order, isFirst, onOpen }: Omit<ResolutionButtonProps, "resolution">) {
  const { customer } = order.fixes;
  if (!customer) return null;
  const isOutdated = hold?.code === "customer_edit_outdated";
  return (
    <>
      {hold?.code === "phone_invalid" ? <ChoosePhone phones={customer.phones} /> : null}
      {isOutdated ? (
        <>
          <ActionButton label="Keep the correction" intent="keep_edit" variant="primary" />
          <ActionButton label="Take what Shopify says" intent="undo_edit" />
        </>
      ) : null}
      <Button
        variant={isFirst && !isOutdated && customer.phones.length === 0 ? "primary" : undefined}
        onClick={onOpen}
      >
        Correct the customer
      </Button>
    </>
  );
}
