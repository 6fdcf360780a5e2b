/** The website in Next.js: the files that docs/website.md tells, and what `create-next-app` would have written beside them. */
import { join } from "node:path";
import { nextBlocks } from "./blocks.ts";
import { type ClientPackage, install, run, serveSite, writeFiles } from "./site.ts";

const PACKAGE = {
	name: "website",
	private: true,
	dependencies: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
	devDependencies: { "@types/node": "24.19.2", "@types/react": "19.3.3", typescript: "5.9.3" },
};
const BESIDE = {
	"package.json": JSON.stringify(PACKAGE),
	"next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
	"tsconfig.json": '{ "compilerOptions": { "strict": true } }',
};
const programOf = (folder: string): string => join(folder, "node_modules/next/dist/bin/next");

/** Writes, installs and builds the website in `folder`; the API at `api` must be served meanwhile. */
export async function buildNext(
	folder: string,
	{ api, client }: { api: string; client: ClientPackage },
): Promise<void> {
	writeFiles(folder, { ...BESIDE, ...nextBlocks() });
	await install(folder, client);
	await run(process.execPath, [programOf(folder), "build"], { folder, variables: { API_URL: api } });
}

export const serveNext = (folder: string, { port, api, secret }: { port: number; api: string; secret: string }) =>
	serveSite(folder, {
		args: [programOf(folder), "start", "-H", "127.0.0.1", "-p", String(port)],
		address: `http://127.0.0.1:${port}`,
		variables: { API_URL: api, WEBHOOK_SECRET: secret },
	});
