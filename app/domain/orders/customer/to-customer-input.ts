import type { ShopifyOrder } from "#app/shopify/order.ts";
import type { CustomerInput, WrittenContact } from "./plan-customer.ts";

type RememberedCustomer = Pick<CustomerInput, "knownAsWritten" | "chosenCities" | "correction">;

const nothingRemembered: RememberedCustomer = { knownAsWritten: new Set(), chosenCities: new Map() };

/** Where an order says who gets it: shipping address, else billing, else the order's own contact (R4). */
export function toCustomerInput(
  shopify: ShopifyOrder,
  remembered: RememberedCustomer = nothingRemembered,
): CustomerInput {
  const contact: WrittenContact = { firstName: null, lastName: null, phone: shopify.phone };
  return {
    shippingAddress: shopify.shippingAddress,
    billingAddress: shopify.billingAddress,
    customer: contact,
    access: shopify.withheld.length > 0 ? "withheld" : "granted",
    ...remembered,
  };
}
