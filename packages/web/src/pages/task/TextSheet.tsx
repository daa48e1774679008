import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { Sheet } from "./Sheet.tsx";

type TextSheetProps = {
  title: string;
  label: string;
  /** The button that sends the text, named by its effect. */
  action: string;
  /** Whether it can be sent without a text. */
  isOptional?: boolean;
  children?: ReactNode;
  onSend(text: string): void;
  onClose(): void;
};

const MAX_LENGTH = 10_000;

/** Asks for a text: a reason or a comment. Ctrl+Enter or the button sends it. */
export function TextSheet(props: TextSheetProps) {
  const { title, label, action, isOptional = false, children, onSend, onClose } = props;
  const [text, setText] = useState("");
  const canSend = isOptional || text.trim() !== "";
  const send = (): void => {
    if (!canSend) return;
    onClose();
    onSend(text.trim());
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    send();
  };
  return (
    <Sheet title={title} panel="reject" onClose={onClose}>
      <form onSubmit={onSubmit}>
        {children}
        <label className="block">
          <span className="mb-1 block">{label}</span>
          <textarea
            className="field min-h-32"
            maxLength={MAX_LENGTH}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
        <p className="mt-3 flex flex-wrap gap-2">
          <button type="submit" className="button" data-kind="main" disabled={!canSend}>
            {action} <kbd className="key">Ctrl+Enter</kbd>
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel <kbd className="key">Esc</kbd>
          </button>
        </p>
      </form>
    </Sheet>
  );
}
