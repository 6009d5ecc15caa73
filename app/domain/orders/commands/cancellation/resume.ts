import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

/** A cancel is taken back: the shop's rules decide again. */
export const resume = {
  schema: null,
  label: "Resume",
  done: null,
  timeline: { resume_pressed: () => "Resume was pressed" },
  bulk: {
    label: "Resume",
    doing: (many) => `Resuming ${many}`,
    pressed: "Resume",
    isOffered: ({ state }) => state === "cancelled",
    counted: {
      done: "be resumed",
      question: ({ many }) => ({
        title: `Resume ${many}?`,
        text: "The cancel is taken back for orders that were never sent. Your rules decide again whether they are placed by themselves.",
        confirm: `Resume ${many}`,
        isDestructive: false,
      }),
    },
  },
} as const satisfies OrderCommand;
