/**
 * `npm run content:export -- <folder>`: writes all articles, pages, documents, announcements and their files as
 * Markdown with front matter, which `content:import` reads back without a difference. Safe to repeat: the same content
 * gives the same bytes. It only reads, and works beside a running `npm start`.
 */
import { parseArgs } from "node:util";
import { openMigrated } from "./bindings.ts";
import { countsOf } from "./content/counts.ts";
import { readStored } from "./content/store/read-stored.ts";
import { withoutTrash } from "./content/tidy.ts";
import { FolderInUse, writeSite } from "./content/write/index.ts";

const HELP = `npm run content:export -- <folder> [--remote]

Writes all content into <folder>: site.yaml, menus.yaml, redirects.yaml, articles/, pages/, documents/, announcements/,
files/.
The folder is new, empty or an earlier export, which is replaced. What lies in the trash is left out.
"npm run content:import -- <folder>" reads it back without a difference.

  --remote   the deployed databases instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help     this text

Exit codes: 0 done, 1 the folder is somebody else's, 2 wrong use.`;

const { folder, remote } = readOptions();
const { env, dispose } = await openMigrated({ remote });
try {
	const { site } = await readStored(env);
	const kept = withoutTrash(site);
	await writeSite(kept, folder);
	console.log(countsOf(kept));
	console.log(`written to ${folder}`);
} catch (error) {
	if (!(error instanceof FolderInUse)) throw error;
	console.error(error.message);
	process.exitCode = 1;
} finally {
	await dispose();
}

function readOptions(): { folder: string; remote: boolean } {
	try {
		const flag = { type: "boolean", default: false } as const;
		const { values, positionals } = parseArgs({ allowPositionals: true, options: { remote: flag, help: flag } });
		if (values.help) {
			console.log(HELP);
			process.exit(0);
		}
		const [folder, ...more] = positionals;
		if (folder !== undefined && more.length === 0) return { folder, remote: values.remote };
		console.error("Name one folder.");
	} catch (error) {
		console.error(error instanceof Error ? error.message : String(error));
	}
	console.error("\nnpm run content:export -- --help tells more.");
	process.exit(2);
}
