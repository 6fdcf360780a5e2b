/** The typed client as a package: what is packed, installed from folder and tarball, run by Node and compiled strictly. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "client-package-"));
const source = resolve("client");
const tsc = resolve("node_modules/typescript/bin/tsc");
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (file: string, args: string[], cwd: string): string => execFileSync(file, args, { cwd, encoding: "utf8" });
const npm = (args: string[], cwd: string) => run("npm", [...args, "--offline", "--no-audit", "--no-fund"], cwd);

const SITE = `import { createClient, memoryCache, verifyWebhook, WebhookError, ApiError, type Article } from "bingyou-client";

const client = createClient({ baseUrl: "https://api.example.org", token: process.env["TOKEN"], cache: memoryCache() });

export async function article(slug: string): Promise<Article | string | null> {
	const found = await client.article(slug, { minRev: 1, next: { tags: ["articles"] }, timeoutMs: 1000, retry: { times: 1 } });
	if (found === null) return null;
	return found.movedTo === undefined ? found.data : found.movedTo;
}
export async function titles(): Promise<string[]> {
	const all: string[] = [];
	for await (const one of client.articles.all({ type: "story", category: ["a"], pinned: true })) all.push(one.title);
	for await (const one of client.documents.all()) all.push(one.filename);
	for await (const one of client.changes.all({ since: 0 })) all.push(one.resource);
	return all;
}
export async function hook(request: Request): Promise<string[]> {
	try {
		const message = await verifyWebhook(request, process.env["WEBHOOK_SECRET"]);
		if (message.type === "content.bulk") return message.data.changes.map((one) => one.slug);
		return message.type === "ping" ? [] : [message.data.slug, String(message.data.rev)];
	} catch (error) {
		if (error instanceof WebhookError) return [error.code];
		throw error instanceof ApiError ? error.problem : error;
	}
}
// @ts-expect-error a type that is none
client.articles({ type: "recipe" });
// @ts-expect-error a parameter that the address does not take
client.documents({ pinned: true });
// @ts-expect-error a thing that may have moved or be gone
client.article("a").then((found) => found.data);
`;

/** Makes a website of its own that has installed `what`, and returns its folder. */
function website(name: string, what: string[]): string {
	const site = join(folder, name);
	mkdirSync(site);
	writeFileSync(join(site, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
	npm(["install", ...what], site);
	writeFileSync(join(site, "site.ts"), SITE);
	return site;
}

let tarball = "";
before(() => {
	const [packed] = JSON.parse(npm(["pack", source, "--json", "--pack-destination", folder], folder));
	tarball = join(folder, packed.filename);
});

test("holds the program, its types, its readme and nothing else, and needs no other package", () => {
	const files = run("tar", ["-tzf", tarball], folder).trim().split("\n").toSorted();
	const types = readdirSync(source).filter((file) => file.endsWith(".d.ts"));
	assert.deepEqual(
		files,
		["README.md", "index.js", "package.json", ...types].map((file) => `package/${file}`).toSorted(),
	);
	const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
	assert.deepEqual([name, dependencies, peerDependencies], ["bingyou-client", undefined, undefined]);
	assert.doesNotMatch(readFileSync(join(source, "index.js"), "utf8"), /\bfrom "|\bimport\(|require\(/);
});

describe("a website that installs it", () => {
	const ways: [string, () => string[]][] = [
		["a tarball", () => [tarball]],
		["a folder, copied", () => [source, "--install-links"]],
		["a folder, linked", () => [source]],
	];
	for (const [n, [name, what]] of ways.entries()) {
		test(`from ${name}: Node runs it, and strict TypeScript compiles it`, () => {
			const site = website(`site-${n}`, what());
			const program = 'import("bingyou-client").then((all) => console.log(Object.keys(all).sort().join()))';
			const exported = run(process.execPath, ["-e", program], site).trim();
			assert.equal(exported, "ApiError,ApiTimeout,WebhookError,createClient,memoryCache,verifyWebhook,watchDraft");
			for (const [module, resolution] of [
				["esnext", "bundler"],
				["node16", "node16"],
			]) {
				const options = { module, moduleResolution: resolution, target: "es2022", lib: ["es2022", "dom"] };
				const compilerOptions = {
					...options,
					strict: true,
					exactOptionalPropertyTypes: true,
					noUncheckedIndexedAccess: true,
					noPropertyAccessFromIndexSignature: true,
					verbatimModuleSyntax: true,
					skipLibCheck: false,
					noEmit: true,
					types: [],
				};
				writeFileSync(join(site, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["site.ts", "env.d.ts"] }));
				writeFileSync(join(site, "env.d.ts"), "declare const process: { env: Record<string, string | undefined> };\n");
				assert.equal(run(process.execPath, [tsc, "-p", site], site), "");
			}
		});
	}
});
