import { questionFor, sampleReviewer } from "../../egress/testing/question.ts";
import { createModelReviewerRunner } from "../create-model-reviewer-runner.ts";
import type { Provider } from "../model-name.ts";
import { MODELS } from "./keys.ts";

// A process that asks once and has nothing else to do: it ends by itself if nothing was left behind.
const [provider, baseUrl = "", apiKey = "", timeoutMs] = process.argv.slice(2);
const [name] = Object.keys(MODELS).filter((one): one is Provider => one === provider);
if (name === undefined) throw new Error("There is no such provider");
const runner = createModelReviewerRunner({ access: { [name]: { apiKey, baseUrl } } });
const reviewer = sampleReviewer({ model: MODELS[name] });
const reply = await runner.ask(questionFor(reviewer, { timeoutMs: Number(timeoutMs) }));
const left = process.getActiveResourcesInfo().filter((kind) => kind !== "PipeWrap");
const { rss } = process.memoryUsage();
process.stdout.write(JSON.stringify({ reply, left, rss }));
