/** The website in Astro: the files that docs/website.md tells, and what `create astro` and `astro add node` would have written beside them. */
import { join } from "node:path";
import { astroBlocks } from "./blocks.ts";
import { type ClientPackage, install, run, serveSite, writeFiles } from "./site.ts";

const PACKAGE = {
	name: "website",
	private: true,
	type: "module",
	dependencies: { astro: "7.3.5", "@astrojs/node": "11.1.6" },
};
const BESIDE = {
	"package.json": JSON.stringify(PACKAGE),
	"tsconfig.json": '{ "extends": "astro/tsconfigs/strict" }',
	"astro.config.mjs": `import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({ adapter: node({ mode: "standalone" }) });
`,
};

type Build = { api: string; token: string; client: ClientPackage; articles: "static" | "on request" };

/** Writes, installs and builds the website in `folder`, in one go with the read token. */
export async function buildAstro(folder: string, { api, token, client, articles }: Build): Promise<void> {
	writeFiles(folder, { ...BESIDE, ...astroBlocks(articles) });
	await install(folder, client);
	const variables = { API_URL: api, API_TOKEN: token };
	await run(process.execPath, [join(folder, "node_modules/astro/bin/astro.mjs"), "build"], { folder, variables });
}

export const serveAstro = (folder: string, { port, api }: { port: number; api: string }) =>
	serveSite(folder, {
		args: ["dist/server/entry.mjs"],
		address: `http://127.0.0.1:${port}`,
		variables: { API_URL: api, HOST: "127.0.0.1", PORT: String(port) },
	});
