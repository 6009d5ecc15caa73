import type { CustomerState } from "../order-state.ts";
import type { Address } from "../state.ts";
import type { View } from "./view.ts";

const COUNTRIES: Readonly<Record<string, string>> = {
  PK: "Pakistan",
  AE: "United Arab Emirates",
  GB: "United Kingdom",
};

export function addressView(address: Address): View {
  const name = [address.firstName, address.lastName].filter(Boolean).join(" ") || null;
  return {
    __typename: "MailingAddress",
    ...address,
    name,
    country: address.countryCode ? (COUNTRIES[address.countryCode] ?? address.countryCode) : null,
    countryCodeV2: address.countryCode,
    latitude: null,
    longitude: null,
  };
}

export function destinationView(id: string, address: Address, email: string | null): View {
  return {
    __typename: "FulfillmentOrderDestination",
    ...address,
    id: id.replace("FulfillmentOrder", "FulfillmentOrderDestination"),
    email,
    countryCode: address.countryCode,
  };
}

export function customerView(customer: CustomerState): View {
  const displayName =
    [customer.firstName, customer.lastName].filter(Boolean).join(" ") || (customer.email ?? "");
  return {
    __typename: "Customer",
    id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName,
    email: customer.email,
    phone: customer.phone,
  };
}
