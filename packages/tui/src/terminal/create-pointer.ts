const ESCAPE = String.fromCodePoint(0x1b);
/** Presses and the wheel, in the form that has no limits. */
const ON = `${ESCAPE}[?1000h${ESCAPE}[?1006h`;
const OFF = `${ESCAPE}[?1006l${ESCAPE}[?1000l`;

/** Whether the terminal reports what the pointer does. */
export type Pointer = {
  /** From now on the screen is ours, until the answer is called. */
  hold(): () => void;
  want(on: boolean): void;
  /** Reports are off while something else has the terminal. */
  without(work: () => Promise<void>): Promise<void>;
};

export function createPointer(stdout: NodeJS.WriteStream, isWanted: boolean): Pointer {
  let wanted = isWanted;
  let isHeld = false;
  let lent = 0;
  let isOn = false;
  const settle = (): void => {
    const should = wanted && isHeld && lent === 0;
    if (should === isOn) return;
    isOn = should;
    if (!stdout.destroyed && !stdout.writableEnded) stdout.write(should ? ON : OFF);
  };
  return {
    hold() {
      isHeld = true;
      settle();
      return () => {
        isHeld = false;
        settle();
      };
    },
    want(on) {
      wanted = on;
      settle();
    },
    async without(work) {
      lent += 1;
      settle();
      try {
        await work();
      } finally {
        lent -= 1;
        settle();
      }
    },
  };
}
