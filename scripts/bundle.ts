/**
 * Bundles the Worker for deployment, measurements and tests. `npm start` lets wrangler bundle instead, which watches
 * the sources.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { parse } from "smol-toml";
import { z } from "zod";
import { throughDoors } from "./doors.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const { alias } = z
	.object({ alias: z.record(z.string(), z.string()) })
	.parse(parse(readFileSync("wrangler.toml", "utf8")));

/** Modules in which hucre reads parts of a workbook other than cells; they are not used and left out. */
const LEFT_OUT = /hucre.dist.xlsx.(?:chart|pivot|slicer|threaded-comments)-reader\.mjs$/;
/** pdf-lib's code for fillable forms, which is not used and left out. */
const FORMS = /pdf-lib.es.api.form.(?:PDFForm|index)\.js$/;

const smaller: Plugin = {
	name: "smaller",
	setup: ({ onLoad }) => {
		onLoad({ filter: LEFT_OUT }, async ({ path }) => {
			const names = (await readFile(path, "utf8")).matchAll(/^export (?:async )?function (\w+)/gm);
			return { contents: [...names].map(([, name]) => `export const ${name} = () => undefined;`).join("\n") };
		});
		onLoad({ filter: FORMS }, () => ({ contents: "export default class PDFForm {}" }));
		// Files with templates of HTML and SQL, in which a line may begin with anything.
		onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
			contents: throughDoors(await readFile(path, "utf8")).replaceAll(/\n\t+/g, "\n"),
			loader: "ts",
		}));
	},
};

/** A module of the Worker: its name, its code, the size of its code in bytes when gzipped, and its source files. */
export type Chunk = { name: string; code: string; gzip: number; sources: readonly string[] };

const OUT = "dist/worker";
/** The path of the module that `buildWorker` writes, for wrangler with --no-bundle. */
export const WORKER = `${OUT}/index.js`;
/** The folder beside that module with all modules that it loads; a rule in wrangler.toml names it. */
const PARTS = "parts";

/**
 * Writes the whole Worker, the module `WORKER` and beside it the modules that it loads on first use, and returns all of
 * them.
 */
export async function buildWorker(): Promise<readonly Chunk[]> {
	const chunks = await bundle("src/index.ts");
	writeChunks(chunks, OUT);
	return chunks;
}

/** Writes modules to `folder` that are not there yet, each after those that it loads; removes what an earlier build left. */
export function writeChunks(chunks: readonly Pick<Chunk, "name" | "code">[], folder: string): void {
	mkdirSync(join(folder, PARTS), { recursive: true });
	// Wrangler watches the folder, and loads the whole Worker again for each file that is written.
	for (const { name, code } of chunks.toReversed()) writeIfChanged(join(folder, name), code);
	const names = new Set(chunks.map(({ name }) => name));
	for (const file of readdirSync(join(folder, PARTS)))
		if (!names.has(`${PARTS}/${file}`)) rmSync(join(folder, PARTS, file));
}

/**
 * Bundles an entry into minified ES modules for workerd: first the entry under its own name, then one module for each
 * `import()` and one for what several of them share, under names that change with their content. Modules in `left` stay
 * imports.
 */
export async function bundle(entry: string, left: readonly string[] = []): Promise<readonly [Chunk, ...Chunk[]]> {
	const { outputFiles, metafile } = await build({
		entryPoints: [entry],
		bundle: true,
		splitting: true,
		outdir: OUT,
		chunkNames: `${PARTS}/[name]-[hash]`,
		metafile: true,
		alias,
		minify: true,
		// A Chinese character is three bytes, as an escape six, which would be 2% of the whole code.
		charset: "utf8",
		plugins: [smaller],
		write: false,
		format: "esm",
		target: "es2024",
		platform: "neutral",
		mainFields: ["module", "main"],
		conditions: ["workerd", "worker", "browser", "import"],
		external: ["node:*", "cloudflare:*", ...left],
	});
	const chunks = outputFiles.map(({ path, contents, text }) => {
		const name = relative(OUT, path).replaceAll("\\", "/");
		const { inputs = {} } = metafile.outputs[`${OUT}/${name}`] ?? {};
		return { name, code: text, gzip: gzipSync(contents, { level: 9 }).length, sources: Object.keys(inputs) };
	});
	const [first] = chunks.filter(({ name }) => !name.startsWith(`${PARTS}/`));
	if (!first) throw new Error(`nothing was built from ${entry}`);
	return [first, ...chunks.filter((chunk) => chunk !== first)];
}
