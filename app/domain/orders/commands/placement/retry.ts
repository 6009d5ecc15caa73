import type { OrderCommand } from "#app/domain/orders/commands/command.ts";

const button = {
  label: "Try again now",
  emphasis: "when_first",
  mayPlace: true,
  isOnHome: true,
} as const;

/** The order is looked at again now; a refused placing is tried once more. No gate opens for it. */
export const retry = {
  schema: ({ z }) => z.object({ intent: z.literal("retry") }),
  label: "Try again",
  done: "Looking at it again",
  timeline: { retry_pressed: () => "Try again was pressed" },
  resolutions: { retry: button, wait: button },
  bulk: {
    label: "Try again",
    doing: (many) => `Trying ${many} again`,
    pressed: "Try again",
    isOffered: ({ state }) => state === "held" || state === "waiting",
    counted: {
      done: "be tried again",
      question: ({ many }) => ({
        title: `Try ${many} again?`,
        text: "Each is read again now. Nothing is placed that would not be placed by itself.",
        confirm: `Try ${many} again`,
        isDestructive: false,
      }),
    },
  },
} as const satisfies OrderCommand;
