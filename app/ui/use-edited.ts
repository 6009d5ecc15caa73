import { useEffect, useRef, useState } from "react";

/**
 * The fields of a form beside what is saved. What is saved meanwhile, here or by somebody else, shows in the fields that
 * were not changed; what was typed stays.
 */
export function useEdited<Fields extends object>(saved: Fields) {
  const savedText = JSON.stringify(saved);
  const [value, setValue] = useState<Fields>(saved);
  const base = useRef(saved);
  useEffect(() => {
    const before = base.current;
    const now: Fields = JSON.parse(savedText);
    base.current = now;
    setValue((typed) => ({ ...now, ...changedOf(before, typed) }));
  }, [savedText]);
  return {
    value,
    /** What is typed and differs from what is saved: all that a form has to send. */
    edits: changedOf<Fields>(JSON.parse(savedText), value),
    isDirty: JSON.stringify(value) !== savedText,
    change: (changes: Partial<Fields>) => setValue((typed) => ({ ...typed, ...changes })),
    discard: () => setValue(JSON.parse(savedText)),
  };
}

function changedOf<Fields extends object>(before: Fields, typed: Fields): Partial<Fields> {
  const base = new Map(Object.entries(before));
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}
