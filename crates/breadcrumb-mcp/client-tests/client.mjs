// The official TypeScript client: does what the task says and prints what it saw, as JSON.
// The client itself validates structured content against the output schemas; a mismatch throws.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const task = JSON.parse(process.argv[1]);
const seen = [];

const transport = task.url
  ? new StreamableHTTPClientTransport(new URL(task.url), { requestInit: { headers: task.headers } })
  : new StdioClientTransport({ command: task.command, args: task.args, cwd: task.cwd, stderr: "inherit" });
const client = new Client({ name: "client-tests", version: "1" }, { versionNegotiation: { mode: task.mode } });

/** Notes what a step gave, or why it failed. */
async function step(name, work) {
  try {
    seen.push({ name, result: await work() });
  } catch (error) {
    seen.push({ name, error: String(error.message ?? error) });
  }
}

await client.connect(transport);
seen.push({ name: "connected", server: client.getServerVersion(), instructions: client.getInstructions() });
await step("tools", () => client.listTools());
for (const [name, args] of task.calls) {
  await step(name, () => client.callTool({ name, arguments: args }));
}
await step("resources", () => client.listResources());
for (const uri of task.resources) {
  await step(uri, () => client.readResource({ uri }));
}
await step("prompts", () => client.listPrompts());
for (const name of task.prompts) {
  await step(name, () => client.getPrompt({ name, arguments: {} }));
}
await client.close();
console.log(JSON.stringify(seen));
