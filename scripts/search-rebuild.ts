/**
 * `npm run search:rebuild [-- --remote]`: builds the search index again from the public content, after a restore, the
 * loss of the SEARCH database, or a change in how words are cut. Safe to repeat and to interrupt; searches and a
 * running `npm start` go on.
 */
import { parseArgs } from "node:util";
import { rebuildIndex } from "#jobs/content/indexing.ts";
import { openMigrated } from "./bindings.ts";

const HELP = `npm run search:rebuild [-- --remote]

Makes the search index (the SEARCH database) anew from all public articles, pages and documents.
Searches keep working meanwhile. Safe to repeat.

  --remote   the deployed databases instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help     this text`;

const { values } = parseArgs({
	options: { remote: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help) {
	console.log(HELP);
	process.exit(0);
}

const { env, dispose } = await openMigrated({ remote: values.remote });
try {
	const start = Date.now();
	const entries = await rebuildIndex(env, (done, all) => {
		if (process.stdout.isTTY) process.stdout.write(`\rIndexing ${done} of ${all}`);
	});
	if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
	console.log(`Indexed ${entries} entries in ${((Date.now() - start) / 1000).toFixed(1)} s.`);
} finally {
	await dispose();
}
