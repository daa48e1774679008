/** While a window is dragged larger or smaller, sizes come faster than screens can be drawn. */
const SETTLED_MS = 60;

/**
 * A terminal of another size moves what is on it in its own way, so only drawing everything again is
 * right. The answer ends that.
 */
export function redrawAfterResize(stdout: NodeJS.WriteStream, redraw: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onResize = (): void => {
    clearTimeout(timer);
    timer = setTimeout(redraw, SETTLED_MS);
  };
  stdout.on("resize", onResize);
  return () => {
    clearTimeout(timer);
    stdout.off("resize", onResize);
  };
}
