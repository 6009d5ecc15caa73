import { hash } from "node:crypto";
import type { Mode, World } from "./state.ts";

export function nextSeq(world: World, name: string): number {
  const seq = (world.counters.get(name) ?? 0) + 1;
  world.counters.set(name, seq);
  return seq;
}

/** An opaque, deterministic id. Overlapping modes give the first live and the first test order the same id. */
export function newId(world: World, prefix: string, mode: Mode): string {
  const seq = nextSeq(world, `${prefix}:${mode}`);
  const salt = world.undefinedBehaviour.idsAcrossModes === "overlap" ? "both" : mode;
  return `${prefix}_${hash("sha256", `${prefix}:${salt}:${seq}`).slice(0, 14)}`;
}
