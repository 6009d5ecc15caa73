/** What of the delivery charge of a mixed cart is ours. */
export const SHARE_CHOICES = [
  {
    value: "by_value",
    label: "By value",
    helpText: "The supplier's parcels carry their share of the delivery charge.",
  },
  {
    value: "all_ours",
    label: "All on the supplier's parcels",
    helpText: "Your own parcels carry none of it.",
  },
  { value: "none", label: "None on the supplier's parcels", helpText: "Your own parcels carry all of it." },
];
