import type { Scene } from "../../world.ts";
import type { View } from "../view.ts";

export function inventoryMutations(_scene: Scene): View {
  return {};
}
