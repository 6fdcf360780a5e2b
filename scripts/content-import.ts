/**
 * `npm run content:import -- <site folder or export.xml>`: imports a Hugo, Jekyll, Hexo, Astro or Eleventy site, a
 * folder of Markdown, an export of WordPress or of `content:export` into the database. Safe to repeat: a second run changes nothing, edits
 * made in this program are kept, nothing is deleted, and a run that fails leaves everything as it was. Works beside a
 * running `npm start`.
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ARTICLE_TYPES, type ArticleType } from "#domain/content/articles/schema.ts";
import { slugify } from "#domain/content/content/slug.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dataDirectory, openMigrated } from "./bindings.ts";
import { countsOf } from "./content/counts.ts";
import { type ImportResult, importSite } from "./content/import.ts";
import { type ReadSite, readSite } from "./content/read/index.ts";
import { printFindings, progress } from "./content/terminal.ts";
import { wakeRelay } from "./content/wake.ts";
import type { ReadWordPress } from "./content/wordpress/index.ts";
import { mayFetch } from "./content/wordpress/media.ts";

const HELP = `npm run content:import -- <site folder or export.xml> [options]

Imports a static site: Hugo, Jekyll, Hexo, Astro, Eleventy, a plain folder of Markdown or HTML (also what HackMD and
Notion export), an export of WordPress (WXR), or an earlier export.
Dated posts become articles, the rest pages; images and linked files go to the file store and links follow.
A second run changes nothing; what was edited here since is kept; nothing is ever deleted.

  --dry-run          only say what would happen
  --type <type>      type of articles without another one: ${ARTICLE_TYPES.join(", ")} (default news)
  --map <name>=<type>,...
                     type by section, folder or category: posts=news,events=event,docs=page
  --media <folder>   the uploaded files of a WordPress site: its wp-content/uploads, or a folder above it
  --media-base <url> or its address, from which they are fetched (https), each once
  --skip-bad         leave out files that cannot be read, instead of importing nothing
  --site <name>      name of the site, in front of source paths (default: its host, or the folder's name)
  --report <file>    where the report goes (default report/content-import.json in DATA_DIR)
  --remote           the deployed databases instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help             this text

Exit codes: 0 done, 1 nothing was written (files are bad, or nothing known is there), 2 wrong use.`;

const options = readOptions();
const start = Date.now();
const read = await readWhat();
const errors = read.findings.filter(({ kind }) => kind === "error");
if (errors.length > 0 && !options.skipBad) {
	printFindings(read.findings);
	writeReport({ written: false });
	console.error(
		`\n${errors.length} ${errors.length === 1 ? "file is" : "files are"} bad: nothing was imported (--skip-bad leaves them out).`,
	);
	process.exit(1);
}

if (read.isNothing) {
	writeReport({ written: false });
	console.error(
		read.kind === "wordpress"
			? `${options.folder} holds no post and no page. Export all content (工具 › 匯出 › 全部內容), not one kind of it.`
			: `${options.folder} holds nothing that can be imported: neither Markdown, nor HTML, nor a site of Hugo, Jekyll or Hexo, nor an earlier export. Name the folder that holds the texts.`,
	);
	process.exit(1);
}

const { env, dispose } = await openMigrated({ remote: options.remote });
try {
	const bar = progress("Uploading files");
	const result = await importSite(env, read.site, {
		now: start,
		dryRun: options.dryRun,
		siteName: options.folder,
		redirects: "redirects" in read ? read.redirects : [],
		report: bar.update,
	});
	bar.end();
	printFindings([...read.findings, ...result.findings, ...result.kept]);
	writeReport({ written: !options.dryRun, ...result });
	printSummary(result);
	if (!options.dryRun && result.created + result.updated + (result.redirects ?? 0) + (result.menuItems ?? 0) > 0)
		await wakeRelay();
} catch (error) {
	process.exitCode = 1;
	if (error instanceof Refusal)
		console.error(`Somebody changed a text meanwhile (${error.code}): nothing was imported. Run it again.`);
	else
		console.error(
			error,
			"\nThe whole site is in the database, or nothing of it: run it again, it goes on from either.",
		);
} finally {
	await dispose();
}

async function readWhat(): Promise<ReadSite | ReadWordPress> {
	const { folder, type: defaultType, map, site: siteName, media, mediaBase } = options;
	const common = { now: start, defaultType, map, siteName };
	if (statSync(folder).isDirectory()) return readSite(folder, common);
	const { readWordPress } = await import("./content/wordpress/index.ts");
	const bar = progress("Fetching files");
	const cache = join(dataDirectory(), "import", "media");
	const found = await readWordPress(folder, { ...common, media, mediaBase, cache, report: bar.update });
	bar.end();
	return found;
}

function printSummary({ created, updated, unchanged, kept, redirects, menuItems }: ImportResult): void {
	const { site, unused } = read;
	const unpublished = [...site.articles, ...site.pages].filter(({ state }) => state !== "published").length;
	if (unused.size > 0)
		console.log(`Front matter not imported: ${[...unused].map(([key, count]) => `${key} (${count})`).join(", ")}`);
	console.log(countsOf(site));
	if (unpublished > 0) console.log(`${unpublished} of them are not published (drafts, scheduled, archived)`);
	if (redirects !== undefined) console.log(`redirects from old addresses ${redirects}`);
	if (menuItems !== undefined) console.log(`items of menus ${menuItems}`);
	console.log(
		`created ${created}, updated ${updated}, unchanged ${unchanged}, kept ${kept.length}${options.dryRun ? " (dry run: nothing was written)" : ""}`,
	);
}

function writeReport(outcome: Partial<ImportResult> & { written: boolean }): void {
	const { site, kind, findings, unused } = read;
	const report = {
		folder: options.folder,
		kind,
		at: new Date(start).toISOString(),
		seconds: (Date.now() - start) / 1000,
		counts: countsOf(site),
		notImportedKeys: Object.fromEntries(unused),
		...outcome,
		findings: [...findings, ...(outcome.findings ?? [])],
	};
	mkdirSync(dirname(options.report), { recursive: true });
	writeFileSync(options.report, `${JSON.stringify(report, null, "\t")}\n`);
}

type Options = {
	folder: string;
	type: ArticleType;
	map: Map<string, ArticleType | "page">;
	site: string | null;
	media: string | null;
	mediaBase: string | null;
	report: string;
	dryRun: boolean;
	skipBad: boolean;
	remote: boolean;
};

function readOptions(): Options {
	const { values, positionals } = parse();
	if (values.help) {
		console.log(HELP);
		process.exit(0);
	}
	const [folder, ...more] = positionals;
	if (folder === undefined || more.length > 0) refuse("Name one site folder.");
	const place = statSync(folder, { throwIfNoEntry: false });
	const isExport = place?.isFile() === true && /\.(?:xml|wxr)$/i.test(folder);
	if (!isExport && !place?.isDirectory()) refuse(`${folder} is not a folder.`);
	const { media = null, "media-base": mediaBase = null } = values;
	if (!isExport && (media ?? mediaBase) !== null) refuse("--media and --media-base go with an export of WordPress.");
	if (media !== null && mediaBase !== null) refuse("Give --media or --media-base, not both.");
	if (media !== null && !statSync(media, { throwIfNoEntry: false })?.isDirectory()) refuse(`${media} is not a folder.`);
	if (mediaBase !== null && !mayFetch(mediaBase)) refuse("--media-base is an address with https://.");
	return {
		folder,
		type: typeNamed(values.type),
		map: new Map((values.map?.split(",") ?? []).map(mapping)),
		site: values.site ?? null,
		media,
		mediaBase,
		report: values.report ?? join(dataDirectory(), "report", "content-import.json"),
		dryRun: values["dry-run"],
		skipBad: values["skip-bad"],
		remote: values.remote,
	};
}

function parse() {
	const flag = { type: "boolean", default: false } as const;
	const text = { type: "string" } as const;
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				"dry-run": flag,
				"skip-bad": flag,
				remote: flag,
				help: flag,
				type: { ...text, default: "news" },
				map: text,
				site: text,
				media: text,
				"media-base": text,
				report: text,
			},
		});
	} catch (error) {
		return refuse(error instanceof Error ? error.message : String(error));
	}
}

function mapping(entry: string): [string, ArticleType | "page"] {
	const [name = "", type = ""] = entry.split("=");
	if (slugify(name) === "") refuse(`--map takes name=type, not "${entry}".`);
	return [slugify(name), type === "page" ? type : typeNamed(type)];
}

function typeNamed(name: string): ArticleType {
	return ARTICLE_TYPES.find((type) => type === name) ?? refuse(`"${name}" is none of ${ARTICLE_TYPES.join(", ")}.`);
}

function refuse(message: string): never {
	console.error(`${message}\n\nnpm run content:import -- --help tells more.`);
	process.exit(2);
}
