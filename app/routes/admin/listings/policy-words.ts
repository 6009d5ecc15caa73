/** The policies a listing may have of its own, with what can be chosen (D-51). Keys are those of `listing_settings`. */
export const POLICY_CHOICES = [
  {
    key: "whenOutOfStock",
    label: "When nothing is left",
    options: [
      { value: "quantity", label: "Show quantity 0" },
      { value: "draft", label: "Make it a draft until it is back" },
      { value: "nothing", label: "Change nothing" },
    ],
  },
  {
    key: "whenCostChanges",
    label: "When the cost changes",
    options: [
      { value: "rule", label: "Follow the price rule" },
      { value: "keep_margin", label: "Keep the margin" },
      { value: "alert", label: "Only tell me" },
      { value: "hold_sales", label: "Hold sales when the price is too low" },
    ],
  },
  {
    key: "whenContentChanges",
    label: "When title or images change",
    options: [
      { value: "follow", label: "Follow the supplier" },
      { value: "alert", label: "Only tell me" },
    ],
  },
  {
    key: "whenVariantsChange",
    label: "When variants appear or go",
    options: [
      { value: "follow", label: "Follow the supplier" },
      { value: "alert", label: "Only tell me" },
    ],
  },
  {
    key: "whenRemoved",
    label: "When the supplier removes it",
    options: [
      { value: "draft", label: "Make it a draft" },
      { value: "archive", label: "Archive it" },
      { value: "quantity", label: "Show quantity 0" },
    ],
  },
] as const;

export type PolicyKey = (typeof POLICY_CHOICES)[number]["key"];

export function choiceWords(key: PolicyKey, value: string): string {
  const options: readonly { readonly value: string; readonly label: string }[] =
    POLICY_CHOICES.find((each) => each.key === key)?.options ?? [];
  return options.find((option) => option.value === value)?.label ?? value;
}
