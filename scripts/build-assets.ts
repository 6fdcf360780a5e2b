/**
 * Builds what browsers load into dist/public/assets: the style sheets, the page script with its islands and parts, the
 * icon sprite; and what only the Worker reads: the font of PDF files, and the structure that the migrations give a
 * database. dist/manifest.json, icons.json, fonts.json and structure.json name the built files with their hashes. Runs
 * before start, test and check; safe to repeat, also beside a running server. `--sizes` prints the size of a page.
 * Fails over budget.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildResult, build, type Plugin } from "esbuild";
import { iconSprite } from "./assets/icon-sprite.ts";
import { structureOf } from "./assets/structure.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
const OUT = join(DIST, "public");
/** The font of PDF files: the static weight as TTF, which fontkit reduces to the characters that a file uses. */
const FONT = "node_modules/@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf";
const BUDGETS = { scriptGzip: 12 * 1024, styles: 34 * 1024, sheet: 16 * 1024 };
/** Names the code of each part for this build alone; pages name the chunks that come of it. */
const PARTS = "src/ui/islands/client/parts.ts";
/** The style sheets of a few pages each. */
const SHEETS = [
	"bank",
	"desk",
	"finance",
	"home",
	"ledger",
	"media",
	"person",
	"prints",
	"receipts",
	"tasks",
	"vouchers",
	"writing",
];
const HEADERS =
	"/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n  X-Content-Type-Options: nosniff\n  Cross-Origin-Resource-Policy: same-origin\n" +
	"  Strict-Transport-Security: max-age=63072000; includeSubDomains\n";

type Manifest = {
	css: string;
	/** The style sheets of a few pages, by name; `css` is the one of every page. */
	sheets: Record<string, string>;
	client: string;
	icons: string;
	mark: string;
	/** The addresses of the script chunks that each island and part needs, by the name of the island or part. */
	islands: Record<string, string[]>;
};
type Bundle = BuildResult<{ write: false; metafile: true }>;

/**
 * Removes the line breaks and tabs before each line of the sources; in the templates htm would drop them anyway, so
 * pages are drawn the same.
 */
const unindented: Plugin = {
	name: "unindented",
	setup: ({ onLoad }) =>
		onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
			contents: (await readFile(path, "utf8")).replaceAll(/\n\t+/g, "\n"),
			loader: "ts",
		})),
};

/** The editor's library gets its styles into the page by our file, because the policy of pages forbids its way. */
const STYLES = join(ROOT, "src/ui/islands/client/writing/rich/style-mod.ts");
const adoptedStyles: Plugin = {
	name: "adopted-styles",
	setup: ({ onResolve }) =>
		onResolve({ filter: /^style-mod$/ }, ({ importer }) => (importer === STYLES ? undefined : { path: STYLES })),
};

/** Gives a script the text of a style sheet that it imports; `build` bundles and minifies it as any other. */
const sheetTexts: Plugin = {
	name: "sheet-texts",
	setup: ({ onLoad }) =>
		onLoad({ filter: /\/rich\.css$/ }, async ({ path }) => {
			const { outputFiles } = await build({ entryPoints: [path], bundle: true, minify: true, write: false });
			return { contents: outputFiles[0]?.text ?? "", loader: "text" };
		}),
};

const bundle = (): Promise<Bundle> =>
	build({
		absWorkingDir: ROOT,
		entryPoints: {
			client: "src/ui/islands/client/index.ts",
			parts: PARTS,
			app: "src/ui/styles/app.css",
			...Object.fromEntries(SHEETS.map((name) => [name, `src/ui/styles/${name}.css`])),
		},
		outdir: "dist/public/assets",
		bundle: true,
		plugins: [unindented, adoptedStyles, sheetTexts],
		splitting: true,
		format: "esm",
		target: "es2022",
		minify: true,
		charset: "utf8",
		alias: { htm: "htm/mini" },
		write: false,
		metafile: true,
		legalComments: "none",
		logLevel: "warning",
		entryNames: "[name]-[hash]",
		chunkNames: "[name]-[hash]",
	});

const address = (file: string): string => `/${relative(OUT, join(ROOT, file)).replaceAll("\\", "/")}`;
const named = (name: string, content: string | Uint8Array, end: string): string =>
	`/assets/${name}-${createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase()}.${end}`;

/** Returns an output file and the files that it always imports. */
function withImports(outputs: Bundle["metafile"]["outputs"], file: string): string[] {
	const always = (outputs[file]?.imports ?? []).filter(({ kind }) => kind === "import-statement");
	return [...new Set([file, ...always.flatMap(({ path }) => withImports(outputs, path))])];
}

function describe({ metafile }: Bundle, icons: string, mark: string): Manifest {
	const files = Object.entries(metafile.outputs);
	const from = (end: string): string => files.find(([, { entryPoint }]) => entryPoint?.endsWith(end))?.[0] ?? "";
	const shared = withImports(metafile.outputs, from("client/hydrate.ts"));
	const islands = files.flatMap(([file, { entryPoint = "" }]) => {
		const [, name, kind] = /([^/]+)\.(island|part)\.ts$/.exec(entryPoint) ?? [];
		const own = withImports(metafile.outputs, file);
		// A page script (part) does not need Preact.
		const all = kind === "part" ? own : [...own, ...shared];
		return name ? [[name, [...new Set(all)].map(address)] as const] : [];
	});
	return {
		css: address(from("app.css")),
		sheets: Object.fromEntries(SHEETS.map((name) => [name, address(from(`styles/${name}.css`))])),
		client: address(from("client/index.ts")),
		icons,
		mark,
		islands: Object.fromEntries(islands.sort(([a], [b]) => a.localeCompare(b))),
	};
}

/**
 * Writes the files whose names are not there yet (a name contains a hash of the content) and then removes those no
 * longer built: a running server never finds a half-built folder.
 */
async function put(files: Map<string, Uint8Array | string>): Promise<void> {
	await mkdir(join(OUT, "assets"), { recursive: true });
	for (const [path, content] of files) if (!existsSync(join(OUT, path))) await writeFile(join(OUT, path), content);
	for (const name of await readdir(join(OUT, "assets")))
		if (!files.has(`/assets/${name}`)) await rm(join(OUT, "assets", name));
	writeIfChanged(join(OUT, "_headers"), HEADERS);
}

function weigh(manifest: Manifest, files: Map<string, Uint8Array | string>): string[] {
	const gzip = (path: string): number => gzipSync(files.get(path) ?? "", { level: 9 }).length;
	const size = (path: string): number => files.get(path)?.length ?? 0;
	const lines = [
		["styles", size(manifest.css), BUDGETS.styles] as const,
		...Object.entries(manifest.sheets).map(([name, path]) => [`${name}.css`, size(path), BUDGETS.sheet] as const),
	];
	const pages = [["page script", [] as string[]] as const, ...Object.entries(manifest.islands)].map(
		([name, chunks]) =>
			[
				name,
				[...new Set([manifest.client, ...chunks])].reduce((sum, path) => sum + gzip(path), 0),
				BUDGETS.scriptGzip,
			] as const,
	);
	const all = [...lines, ...pages];
	for (const [name, size, budget] of all)
		if (size > budget) throw new Error(`${name}: ${size} bytes, at most ${budget}`);
	return all.map(
		([name, size]) =>
			`${name.padEnd(16)} ${size} bytes${/^styles$|[.]css$/.test(name) ? "" : " gzip, with the page script"}`,
	);
}

/** Builds all assets; returns lines that say how large they are. Throws when a page would be over budget. */
export async function buildAssets(): Promise<string[]> {
	const sprite = await iconSprite(ROOT);
	const mark = await readFile(join(ROOT, "src/ui/styles/favicon.svg"));
	const icons = named("icons", sprite, "svg");
	writeIfChanged(join(DIST, "icons.json"), `${JSON.stringify({ url: icons })}\n`);
	const font = await readFile(join(ROOT, FONT));
	const sansTc = named("noto-sans-tc", font, "ttf");
	writeIfChanged(join(DIST, "fonts.json"), `${JSON.stringify({ sansTc })}\n`);
	const made = await bundle();
	const structure = JSON.stringify(structureOf(ROOT));
	const structurePath = named("structure", structure, "json");
	writeIfChanged(join(DIST, "structure.json"), `${JSON.stringify({ path: structurePath })}\n`);
	const manifest = describe(made, icons, named("mark", mark, "svg"));
	const files = new Map<string, Uint8Array | string>([
		[icons, sprite],
		[manifest.mark, mark],
		[sansTc, font],
		[structurePath, structure],
		...made.outputFiles
			.filter(({ path }) => made.metafile.outputs[relative(ROOT, path)]?.entryPoint !== PARTS)
			.map((file) => [`/assets/${basename(file.path)}`, file.contents] as const),
	]);
	await put(files);
	writeIfChanged(join(DIST, "manifest.json"), `${JSON.stringify(manifest, null, "\t")}\n`);
	return weigh(manifest, files);
}

if (import.meta.main) {
	const sizes = await buildAssets();
	if (process.argv.includes("--sizes")) console.log(sizes.join("\n"));
}
