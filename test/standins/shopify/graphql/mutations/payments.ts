import type { Scene } from "../../world.ts";
import type { View } from "../view.ts";

export function paymentMutations(_scene: Scene): View {
  return {};
}
