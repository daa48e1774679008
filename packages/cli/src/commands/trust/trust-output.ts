import { TrustRequestView, TrustView } from "@countersign/api";
import { z } from "zod";

/** A request after a step, with the fingerprint that verifiers pin. */
export const TrustStepOutput = z.object({ root: TrustView.shape.root, request: TrustRequestView });
