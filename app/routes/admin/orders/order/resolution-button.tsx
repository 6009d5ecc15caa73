import { Button } from "@shopify/polaris";
import { type CommandResolution, orderCommands } from "#app/domain/orders/commands/registry.ts";
import { isOneClick } from "#app/domain/orders/commands/resolution-button.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CallButton } from "#app/ui/customer-contact.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { cancelWords } from "./cancel-words.ts";
import { ChoosePhone } from "./choose-phone.tsx";
import { CommandButton } from "./command-button.tsx";
import { MarkAsPaid } from "./mark-as-paid.tsx";
import { OneClickButton } from "./one-click-button.tsx";
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
  if (isOneClick(resolution))
    return (
      <OneClickButton resolution={resolution} isFirst={isFirst} maySpend={order.walletRefusal === null} />
    );
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
        <Button variant={isFirst ? "primary" : undefined} onClick={onOpen}>
          {orderCommands.link_variant.label}
        </Button>
      );
    case "mark_as_paid":
      return <MarkAsPaid order={order} isFirst={isFirst} />;
    case "cancel":
      return order.actions.cancel ? <ConfirmButton intent="cancel" {...cancelWords(order)} /> : null;
    case "pay_from_wallet":
      return <PayFromWallet order={order} />;
    default:
      return <PageLink resolution={resolution} order={order} isFirst={isFirst} />;
  }
}

type PageLinkProps = Pick<ResolutionButtonProps, "order" | "isFirst"> & {
  readonly resolution: Exclude<HoldResolution, CommandResolution>;
};

/** Ways that are a page elsewhere. */
function PageLink({ resolution, order, isFirst }: PageLinkProps) {
  switch (resolution) {
    case "open_connection":
      return <Button url="/settings/connection">Open settings</Button>;
    case "grant_scopes":
      return (
        <Button variant={isFirst ? "primary" : undefined} url={adminUrl(order.fixes.grantPage)}>
          Grant it
        </Button>
      );
    case "open_service_dashboard":
      return <Dashboard order={order} label="Open the supplier's dashboard" />;
    case "top_up_wallet":
      return <Dashboard order={order} label="Top up" />;
    case "call_customer":
      return order.contact?.phone ? <CallButton phone={order.contact.phone} /> : null;
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
          <CommandButton command="keep_edit" variant="primary" />
          <ActionButton label="Take what Shopify says" intent="undo_edit" />
        </>
      ) : null}
      <Button
        variant={isFirst && !isOutdated && customer.phones.length === 0 ? "primary" : undefined}
        onClick={onOpen}
      >
        {orderCommands.edit_customer.label}
      </Button>
    </>
  );
}
