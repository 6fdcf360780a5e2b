/**
 * The code of docs/website.md compiles under strict settings against the packed client, with both ways that TypeScript has to find a
 * package. Of Next.js, React and Astro stands here what the document uses; `npm run prove -- website` builds the real ones.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { astroBlocks, type Blocks, blocksOfDocument, nextBlocks } from "../../scripts/prove/website/blocks.ts";

const folder = mkdtempSync(join(tmpdir(), "website-blocks-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const tsc = resolve("node_modules/typescript/bin/tsc");

const FRAMEWORKS = `declare module "next/cache" {
	export function revalidateTag(tag: string, profile: string | { expire?: number }): void;
	export function revalidatePath(path: string): void;
	export function unstable_cache<T>(fill: () => Promise<T>, key: string[], options: { tags: string[] }): () => Promise<T>;
}
declare module "next/navigation" {
	export function notFound(): never;
	export function permanentRedirect(url: string): never;
	export function useRouter(): { refresh(): void };
}
declare module "react" {
	export type ReactNode = object | string | null | undefined;
	export function useEffect(effect: () => () => void, of: unknown[]): void;
}
declare module "astro" {
	export type APIRoute = (context: { request: Request }) => Promise<Response>;
}
declare module "astro:env/server" {
	export function getSecret(name: string): string | undefined;
}
declare module "*.astro" {
	const component: unknown;
	export default component;
}
declare type AstroPage<Props> = {
	props: Props;
	params: Record<string, string | undefined>;
	url: URL;
	response: { headers: Headers };
	redirect(path: string, status: number): Response;
};
declare namespace JSX {
	type Element = object;
	interface ElementChildrenAttribute { children: unknown }
	interface IntrinsicAttributes { key?: string }
	interface IntrinsicElements { [name: string]: unknown }
}
declare const process: { env: Record<string, string | undefined> };
`;

function put(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

/**
 * The program of a page of Astro, between its fences: what it imports and exports as it is, the rest as a function. Its properties are
 * those of its Props; where it has none, Astro makes them of getStaticPaths.
 */
function programOf(page: string): string {
	const [, program = ""] = /^---\n([\s\S]*?)^---$/m.exec(page) ?? [];
	const outside = /^(?:import .*|type Props .*|export const .*|export async function [\s\S]*?^\}\n)/gm;
	const top = Array.from(program.matchAll(outside), ([text]) => text).join("\n");
	const props = top.includes("type Props") ? "Props" : "any";
	return `${top}\nexport async function page(Astro: AstroPage<${props}>) {\n${program.replace(outside, "")}\n}\n`;
}

before(() => {
	put(join(folder, "package.json"), JSON.stringify({ name: "websites", private: true }));
	execFileSync("npm", ["pack", resolve("client"), "--silent", "--offline"], { cwd: folder });
	const install = ["install", "./bingyou-client-0.1.0.tgz", "--offline", "--no-audit", "--no-fund"];
	execFileSync("npm", install, { cwd: folder });
});

/** Writes a website, and compiles it; returns what TypeScript says. The declarations of the client are checked where it is packed. */
function compiled(name: string, blocks: Blocks, way: object): string {
	const site = join(folder, name);
	put(join(site, "env.d.ts"), FRAMEWORKS);
	for (const [path, code] of Object.entries(blocks)) {
		const isPage = path.includes(".astro");
		put(join(site, isPage ? `${path.replace(".astro", ".page")}.ts` : path), isPage ? programOf(code) : code);
	}
	const compilerOptions = {
		...way,
		target: "es2022",
		lib: ["es2023", "dom", "dom.iterable"],
		jsx: "preserve",
		strict: true,
		exactOptionalPropertyTypes: true,
		noUncheckedIndexedAccess: true,
		skipLibCheck: true,
		noEmit: true,
		types: [],
	};
	put(join(site, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts", "**/*.tsx"] }));
	return spawnSync(process.execPath, [tsc, "-p", site], { cwd: site, encoding: "utf8" }).stdout;
}

test("the document has the files of both websites, and names each once", () => {
	const named = Object.keys(blocksOfDocument());
	for (const path of [
		"lib/api.ts",
		"app/draft/page.tsx",
		"src/pages/draft.astro",
		"app/api/revalidate/route.ts",
		"read.mjs",
	])
		assert.ok(named.includes(path), path);
	const both = [...Object.keys(nextBlocks()), ...Object.keys(astroBlocks("on request"))];
	assert.deepEqual(
		named.filter((path) => !both.includes(path)),
		["src/pages/articles/[slug].astro, on request", "read.mjs"],
	);
	assert.notEqual(
		astroBlocks("static")["src/pages/articles/[slug].astro"],
		astroBlocks("on request")["src/pages/articles/[slug].astro"],
	);
});

const BUNDLER = { module: "esnext", moduleResolution: "bundler" };
/** What the compiler must refuse: were it not to, it would name these lines. */
const WRONG = `import { client } from "./api";
// @ts-expect-error a parameter that the address does not take
client.articles({ kind: "news" });
// @ts-expect-error an article may have moved, or not be there
client.article("a").then((found) => found.data);
`;
for (const way of [BUNDLER, { module: "nodenext", moduleResolution: "nodenext" }]) {
	test(`the website in Next.js compiles with ${way.moduleResolution}, and what does not fit the API does not`, () => {
		const blocks = { ...nextBlocks(), "lib/wrong.ts": WRONG };
		assert.equal(compiled(`next-${way.moduleResolution}`, blocks, way), "");
	});
}

test("the website in Astro compiles, its articles made at the build or on request", () => {
	const { "src/pages/articles/[slug].astro": onRequest = "" } = astroBlocks("on request");
	const blocks = { ...astroBlocks("static"), "src/pages/articles/[slug].astro.on-request": onRequest };
	assert.equal(compiled("astro", blocks, BUNDLER), "");
});
