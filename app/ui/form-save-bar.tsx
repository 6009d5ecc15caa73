import { SaveBar } from "@shopify/app-bridge-react";
import { useUnsaved } from "./unsaved.ts";

type FormSaveBarProps = {
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** Something typed cannot be saved; it is marked at its field. */
  readonly isWrong?: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
};

/** The admin's bar of the one form a page has; leaving the page asks first while it stands. */
export function FormSaveBar({ isDirty, isBusy, isWrong = false, onSave, onDiscard }: FormSaveBarProps) {
  // What is being saved leads on by itself.
  useUnsaved(isDirty && !isBusy, { hasSaveBar: true });
  return (
    <SaveBar id="form-save-bar" open={isDirty}>
      <button type="button" variant="primary" disabled={isBusy || isWrong} onClick={onSave}>
        Save
      </button>
      <button type="button" disabled={isBusy} onClick={onDiscard}>
        Discard
      </button>
    </SaveBar>
  );
}
