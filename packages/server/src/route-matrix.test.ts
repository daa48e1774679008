import { describe } from "vitest";
import { describeRouteMatrix } from "./testing/describe-route-matrix.ts";
import { openMemoryWorld } from "./testing/open-server.ts";

describe("every route against everybody who must not get in", () => {
  describeRouteMatrix(openMemoryWorld);
});
