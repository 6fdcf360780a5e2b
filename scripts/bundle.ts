/** Bundles the Worker: what is deployed, measured and tested. `npm start` lets wrangler do it, which watches the sources. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
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

type Bundle = { code: string; bytes: number; gzip: number };

/** The module that `buildWorker` writes, for wrangler with --no-bundle. */
export const WORKER = "dist/worker/index.js";

/** Writes the whole Worker to `WORKER`. */
export async function buildWorker(): Promise<Bundle> {
	const built = await bundle("src/index.ts");
	mkdirSync(dirname(WORKER), { recursive: true });
	writeFileSync(WORKER, built.code);
	return built;
}

/** One ES module for workerd, as small as it gets; `gzip` in bytes. What is `left` out is imported. */
export async function bundle(entry: string, left: readonly string[] = []): Promise<Bundle> {
	const { outputFiles } = await build({
		entryPoints: [entry],
		bundle: true,
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
	const [file] = outputFiles;
	if (!file) throw new Error(`nothing was built from ${entry}`);
	return { code: file.text, bytes: file.contents.length, gzip: gzipSync(file.contents, { level: 9 }).length };
}
