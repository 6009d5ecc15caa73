import { Banner, Link } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";

type SupplierAskingProps = {
  /** Of so many cash parcels of late, the customers of so many were asked by the supplier. */
  readonly parcels: number;
  readonly asked: number;
  /** Leads to where that is chosen. */
  readonly hasLink?: boolean;
};

/** Nobody is to be asked twice: said where the shop asks although the supplier does (R16). */
export function SupplierAsking({ parcels, asked, hasLink = false }: SupplierAskingProps) {
  const many =
    parcels === 1 ? "your last parcel" : `${asked} of your last ${countOf(parcels, "parcel", "parcels")}`;
  return (
    <Banner tone="warning" title="The supplier asks your customers too">
      <p>
        It asked the customers of {many} whether they mean the order. So that nobody is asked twice,{" "}
        {hasLink ? (
          <Link url="/settings/confirmation">let the supplier ask</Link>
        ) : (
          "choose The supplier asks"
        )}
        .
      </p>
    </Banner>
  );
}
