const ESCAPE = String.fromCodePoint(0x1b);
/** Reports presses and the wheel in SGR format, which has no size limit. */
const ON = `${ESCAPE}[?1000h${ESCAPE}[?1006h`;
const OFF = `${ESCAPE}[?1006l${ESCAPE}[?1000l`;

/** Controls the terminal's mouse reports. */
export type Pointer = {
  /** Enables reports until the returned function is called. */
  hold(): () => void;
  want(on: boolean): void;
  /** Disables reports while another program uses the terminal. */
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
