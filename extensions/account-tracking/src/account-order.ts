/** What the app answers about an order; a test of the app compares both. */
export type AccountOrder = {
  /** As printed on the parcel. */
  readonly sender: string;
  /** Opens the order's page on the storefront. */
  readonly order: string;
  /** What the customer may still choose; null once it is too late. */
  readonly choices: AccountChoices | null;
  readonly parcels: readonly AccountParcel[];
};

export type AccountChoices = {
  /** Says which order is meant, also on its page of choices. */
  readonly order: string;
  /** The customer may say that they mean it. */
  readonly isAsked: boolean;
  readonly canCorrect: boolean;
};

/** What came of a press. */
export type ChoiceAnswer = { readonly isDone: boolean; readonly says: string };

export type AccountParcel = {
  readonly steps: readonly {
    readonly step: "received" | "confirmed" | "packed" | "on_the_way" | "delivered";
    readonly isDone: boolean;
    readonly day: string | null;
  }[];
  readonly end: {
    readonly kind: "cancelled" | "returned" | "by_shop";
    readonly day: string | null;
  } | null;
  /** What the courier asks for; null where nothing will be, or it is not known. */
  readonly cashPkr: number | null;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
};
