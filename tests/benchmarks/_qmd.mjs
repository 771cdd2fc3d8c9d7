// What qmd takes: run by node for `_peers.py`, as `node _qmd.mjs LIBRARY`, told what to do in JSON.

import { appendFileSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const { notebook, kept, queries, changes } = JSON.parse(readFileSync(0, "utf8"));

async function milliseconds(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const { createStore } = await import(pathToFileURL(process.argv[2]));
const store = await createStore({
  dbPath: kept,
  config: { collections: { notebook: { path: notebook, pattern: "**/*.md" } } },
});
const found = { start: process.uptime() * 1000 };
const before = process.memoryUsage().rss;

found.build = (await milliseconds(() => store.update())) / 1000;
found.took = [];
for (const query of queries)
  found.took.push(await milliseconds(() => store.searchLex(query, { limit: 10 })));

found.changes = [];
for (const [path, word] of changes) {
  appendFileSync(path, `- ${word}\n`);
  let hits;
  const took = await milliseconds(async () => {
    await store.update();
    hits = await store.searchLex(word, { limit: 10 });
  });
  if (!hits.some((hit) => hit.filepath.endsWith(basename(path)))) throw Error(`${word} was not found`);
  found.changes.push(took);
}
found.memory = process.resourceUsage().maxRSS / 1000 - before / 1e6;
await store.close();
console.log(JSON.stringify(found));
process.exit(0);
