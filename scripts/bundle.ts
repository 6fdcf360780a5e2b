/** Bundles the Worker: what is deployed, measured and tested. `npm start` lets wrangler do it, which watches the sources. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { parse } from "smol-toml";
import { z } from "zod";

const { alias } = z
	.object({ alias: z.record(z.string(), z.string()) })
	.parse(parse(readFileSync("wrangler.toml", "utf8")));

/** What hucre reads of a workbook besides its cells, and nothing here asks for. */
const LEFT_OUT = /hucre.dist.xlsx.(?:chart|pivot|slicer|threaded-comments)-reader\.mjs$/;
/** Forms that are filled in: pdf-lib makes none unless it is asked for one. */
const FORMS = /pdf-lib.es.api.form.(?:PDFForm|index)\.js$/;

const smaller: Plugin = {
	name: "smaller",
	setup: ({ onLoad }) => {
		onLoad({ filter: LEFT_OUT }, async ({ path }) => {
			const names = (await readFile(path, "utf8")).matchAll(/^export (?:async )?function (\w+)/gm);
			return { contents: [...names].map(([, name]) => `export const ${name} = () => undefined;`).join("\n") };
		});
		onLoad({ filter: FORMS }, () => ({ contents: "export default class PDFForm {}" }));
		// Templates of HTML and SQL, where a line may begin with anything.
		onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
			contents: (await readFile(path, "utf8")).replaceAll(/\n\t+/g, "\n"),
			loader: "ts",
		}));
	},
};

/** A module as it is sent: its name, its code, and the bytes of that, gzipped. */
export type Chunk = { name: string; code: string; gzip: number; sources: readonly string[] };

const OUT = "dist/worker";
/** The module that `buildWorker` writes, for wrangler with --no-bundle. */
export const WORKER = `${OUT}/index.js`;
/** The folder beside it with all that it loads: the rule in wrangler.toml names it. */
const PARTS = "parts";

/** Writes the whole Worker: `WORKER`, and beside it what it loads on use. */
export async function buildWorker(): Promise<readonly Chunk[]> {
	const chunks = await bundle("src/index.ts");
	writeChunks(chunks, OUT);
	return chunks;
}

/** Writes them to `folder`, what others load before them; what an earlier build left there goes away. */
export function writeChunks(chunks: readonly Pick<Chunk, "name" | "code">[], folder: string): void {
	mkdirSync(join(folder, PARTS), { recursive: true });
	for (const { name, code } of chunks.toReversed()) writeFileSync(join(folder, name), code);
	const names = new Set(chunks.map(({ name }) => name));
	for (const file of readdirSync(join(folder, PARTS)))
		if (!names.has(`${PARTS}/${file}`)) rmSync(join(folder, PARTS, file));
}

/**
 * ES modules for workerd, as small as they get: first the entry under its own name, then one for each `import()` and for what
 * several of them share, under a name that changes with its content. What is `left` out is imported.
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
		// A Chinese character is three bytes, as an escape six: a fiftieth of the whole.
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
