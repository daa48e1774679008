import { describe, expect, it } from "vitest";
import { createLayers } from "./command-layers.ts";

describe("the layers of commands", () => {
  it("put a dialog before the page and the page before the frame, in whatever order they appear", () => {
    const layers = createLayers();
    const ran: string[] = [];
    const removeDialog = layers.add({
      panel: "confirm",
      level: "dialog",
      handlers: () => ({ "app.back": () => ran.push("dialog") }),
    });
    layers.add({
      panel: "task",
      level: "page",
      handlers: () => ({ "app.back": () => ran.push("page") }),
    });
    layers.add({
      panel: "board",
      level: "frame",
      handlers: () => ({ "app.back": () => ran.push("frame"), "app.help": () => ran.push("help") }),
    });

    expect(layers.frontPanels()[0]).toBe("confirm");
    layers.find("app.back")?.();
    layers.find("app.help")?.();
    removeDialog();
    expect(layers.frontPanels()[0]).toBe("task");
    layers.find("app.back")?.();

    expect(ran).toEqual(["dialog", "help", "page"]);
    expect(
      layers
        .available()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["app.back", "app.help"]);
    expect(layers.find("review.approve")).toBeNull();
  });
});
