import type { Scene } from "../../world.ts";
import type { View } from "../view.ts";

export function fulfillmentMutations(_scene: Scene): View {
  return {};
}
