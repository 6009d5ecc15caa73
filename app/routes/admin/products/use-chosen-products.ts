import { useCallback, useEffect, useState } from "react";

/** Products chosen for an import; they stay chosen while pages are turned and filters change. */
export type Choosing = {
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  /** The same one at every drawing. */
  readonly choose: (ids: readonly string[], isOn: boolean) => void;
  readonly clear: () => void;
};

/** `catalog`: live and sandbox have products of their own; a choice is of one. */
export function useChosenProducts(catalog: string): Choosing {
  const [ids, setIds] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another catalog is the reason to forget
  useEffect(() => setIds([]), [catalog]);
  const choose = useCallback<Choosing["choose"]>(
    (some, isOn) =>
      setIds((before) => {
        const others = before.filter((id) => !some.includes(id));
        return isOn ? [...others, ...some] : others;
      }),
    [],
  );
  return { ids, has: (id) => ids.includes(id), choose, clear: () => setIds([]) };
}
