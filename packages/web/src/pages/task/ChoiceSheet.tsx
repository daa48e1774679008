import type { PanelId } from "@countersign/review";
import { useRef, useState } from "react";
import { Sheet } from "./Sheet.tsx";

/** One of the ways to go on, and its effect. */
export type Choice = { readonly name: string; readonly about: string };

type ChoiceSheetProps<One extends Choice> = {
  title: string;
  panel: PanelId;
  choices: readonly One[];
  /** The name of the choice that is in force. */
  current?: string | null;
  onChoose(choice: One): void;
  onClose(): void;
};

/** Asks for one of several choices: by pointer, or with `j`, `k` and Enter. */
export function ChoiceSheet<One extends Choice>(props: ChoiceSheetProps<One>) {
  const { title, panel, choices, current = null, onChoose, onClose } = props;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      choices.findIndex(({ name }) => name === current),
    ),
  );
  const choose = (choice: One | undefined): void => {
    if (choice === undefined) return;
    onClose();
    onChoose(choice);
  };
  const list = useRef<HTMLUListElement>(null);
  const move = (to: number): void => {
    setAt(to);
    list.current?.querySelectorAll("button")[to]?.focus();
  };
  const commands = {
    "nav.down": () => move(Math.min(at + 1, choices.length - 1)),
    "nav.up": () => move(Math.max(at - 1, 0)),
    "choose.this": () => choose(choices[at]),
  };
  return (
    <Sheet title={title} panel={panel} onClose={onClose} commands={commands}>
      <ul ref={list} className="flex flex-col gap-1">
        {choices.map((choice, index) => (
          <li key={`${choice.name} ${choice.about}`}>
            <button
              type="button"
              className={`button w-full justify-start text-left ${index === at ? "outline-3 outline-focus" : ""}`}
              data-decides=""
              aria-current={index === at ? "true" : undefined}
              onFocus={() => setAt(index)}
              onClick={() => choose(choice)}
            >
              <span className="font-semibold">{choice.name}</span>
              <span className="min-w-0 grow break-words text-muted">{choice.about}</span>
              {choice.name === current && <span>now</span>}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button mt-3" onClick={onClose}>
        Cancel <kbd className="key">Esc</kbd>
      </button>
    </Sheet>
  );
}
