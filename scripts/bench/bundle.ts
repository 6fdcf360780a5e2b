/** Bundles a Worker's entry as `wrangler deploy --minify` does: one ES module for workerd. What is `left` out is imported. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { parse } from "smol-toml";
import { z } from "zod";

const { alias } = z
	.object({ alias: z.record(z.string(), z.string()) })
	.parse(parse(readFileSync("wrangler.toml", "utf8")));

type Bundle = { code: string; bytes: number; gzip: number };

export async function bundle(entry: string, left: readonly string[] = []): Promise<Bundle> {
	const { outputFiles } = await build({
		entryPoints: [entry],
		bundle: true,
		alias,
		minify: true,
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
