import { TextField } from "@shopify/polaris";

type SenderNameFieldProps = {
  readonly value: string;
  readonly shopName: string;
  readonly onChange: (senderName: string) => void;
};

/** What is printed on the parcel as its sender (R3). */
export function SenderNameField({ value, shopName, onChange }: SenderNameFieldProps) {
  return (
    <TextField
      label="Name on the parcel"
      value={value}
      onChange={onChange}
      placeholder={shopName}
      maxLength={100}
      autoComplete="off"
      helpText="Printed as the sender. Left empty, your store's name is used."
    />
  );
}
