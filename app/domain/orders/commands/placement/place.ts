import { countOf } from "#app/domain/messages/count-of.ts";
import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

const button = { emphasis: "always", mayPlace: true } as const;

/** The order is placed now, whatever the switches say. */
export const place = {
  schema: ({ z }) => z.object({ intent: z.literal("place") }),
  label: "Place with the supplier",
  done: { did: "Noted", next: "The order is being placed" },
  timeline: { place_pressed: () => "Place was pressed" },
  resolutions: {
    place: { ...button, label: "Place with the supplier", isOnHome: true },
    ask_supplier_again: {
      label: "Ask the supplier again",
      emphasis: "never",
      mayPlace: true,
      isOnHome: false,
    },
    place_anyway: { ...button, label: "Place anyway", isOnHome: false },
    end_test_connection: { ...button, label: "Place it as a test", isOnHome: true },
  },
  bulk: {
    label: "Place with the supplier",
    doing: (many) => `Placing ${many}`,
    pressed: "Place",
    isOffered: ({ state, isPutOff }) => state === "to_place" || state === "held" || isPutOff,
    counted: {
      done: "be placed",
      question: ({ many, prepaid, ruled }) => ({
        title: `Place ${many} with the supplier?`,
        text: `${prepaidWords(prepaid)}${ruledWords(ruled)}A parcel can be cancelled until it is packed.`,
        confirm: `Place ${many}`,
        isDestructive: false,
      }),
    },
  },
} as const satisfies OrderCommand;

function ruledWords(ruled: { readonly orders: number; readonly words: string } | null): string {
  if (ruled === null) return "";
  const held = countOf(
    ruled.orders,
    "of them is an order your rules hold",
    "of them are orders your rules hold",
  );
  return `${held} (${ruled.words}), and would be sent all the same. `;
}

function prepaidWords(prepaid: number): string {
  if (prepaid === 0) return "";
  return countOf(
    prepaid,
    "of them is prepaid and paid from your wallet. ",
    "of them are prepaid and paid from your wallet. ",
  );
}
