/** What an agent that reads no hooks must know about handing work in; short, because it reads it every time. */
export function guideLines(agent: string): string[] {
  return [
    "## Review by countersign",
    "",
    "Work in this repository is reviewed before it is merged.",
    "",
    "- Before other work: call `get_my_assignment` of the MCP server `countersign`. If work came back to you,",
    "  its findings are there; answer each one.",
    "- When you are done: run the project's checks, then call `submit_for_review` once, with one answer per",
    `  finding. Without the tools: \`countersign task submit --agent ${agent} --title '<what it is>'\`.`,
    "- Then stop or take other work. The review runs without you; never wait for it.",
    "- Approving, merging and changing `countersign.jsonc` are for people. Do not try.",
  ];
}
