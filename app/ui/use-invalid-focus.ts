import { type RefObject, useEffect, useRef } from "react";

/** Takes whoever sent a form to its first field that is wrong, where what is wrong is read out. `refusal`: one for each press. */
export function useInvalidFocus<Form extends HTMLElement>(refusal: unknown): RefObject<Form> {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [refusal]);
  return form;
}
