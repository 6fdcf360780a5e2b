/** A real, small website in Next.js: a list, an article, and the two files that docs/website.md says to copy. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const PACKAGE = {
	name: "website",
	private: true,
	dependencies: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
	devDependencies: { "@types/node": "24.19.2", "@types/react": "19.3.0", typescript: "5.9.3" },
};
const READY_MS = 60_000;

const PAGES: Record<string, string> = {
	"package.json": JSON.stringify(PACKAGE),
	"next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
	"app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
	return <html lang="zh-Hant-TW"><body>{children}</body></html>;
}
`,
	"app/articles/page.tsx": `import { api } from "../../lib/api";

type Reply = { data: { slug: string; title: string }[] };

export default async function Page() {
	const articles = await api<Reply>("/articles", ["articles"]);
	return <ul>{articles?.data.map(({ slug, title }) => <li key={slug}>{title}</li>)}</ul>;
}
`,
	"app/articles/[slug]/page.tsx": `import { notFound } from "next/navigation";
import { api } from "../../../lib/api";

type Reply = { data: { title: string; body_html: string } };

/** None at build; each page is made at its first visit and kept. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
	const article = await api<Reply>(\`/articles/\${(await params).slug}\`, ["articles"]);
	if (!article) notFound();
	return <main><h1>{article.data.title}</h1><div dangerouslySetInnerHTML={{ __html: article.data.body_html }} /></main>;
}
`,
};
const COPIED = ["lib/api.ts", "app/api/revalidate/route.ts"];

/** Writes, installs and builds the website in `folder`; the API at `api` must be served meanwhile. */
export async function makeSite(folder: string, api: string): Promise<void> {
	const markdown = readFileSync("docs/website.md", "utf8");
	for (const [path, text] of Object.entries(PAGES)) put(folder, path, text);
	for (const path of COPIED) {
		const [, rest] = markdown.split(`\`\`\`ts\n// ${path}\n`);
		if (rest === undefined) throw new Error(`docs/website.md has no ${path}`);
		put(folder, path, rest.slice(0, rest.indexOf("```")));
	}
	await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { folder });
	await run(process.execPath, [join(folder, "node_modules/next/dist/bin/next"), "build"], { folder, API_URL: api });
}

/** Serves the website; returns a function that ends it. */
export async function serveSite(folder: string, of: { port: number; api: string; secret: string }) {
	const next = join(folder, "node_modules/next/dist/bin/next");
	const child = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(of.port)], {
		cwd: folder,
		env: { ...environment(), API_URL: of.api, WEBHOOK_SECRET: of.secret },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const stop = async (): Promise<void> => {
		const ended = new Promise((resolve) => child.once("close", resolve));
		if (child.exitCode === null && child.kill()) await ended;
	};
	const address = `http://127.0.0.1:${of.port}`;
	for (const until = Date.now() + READY_MS; Date.now() < until; await wait(100)) {
		if (child.exitCode !== null) throw new Error("Next.js ended");
		const answered = await fetch(`${address}/articles`).then(
			(answer) => answer.ok,
			() => false,
		);
		if (answered) return { address, stop };
	}
	await stop();
	throw new Error("Next.js did not answer within a minute");
}

function put(folder: string, path: string, text: string): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), text);
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" });

/** Runs a command to its end; throws with its output when it fails. */
function run(
	command: string,
	args: string[],
	{ folder, ...more }: { folder: string; API_URL?: string },
): Promise<void> {
	const child = spawn(command, args, {
		cwd: folder,
		// With NODE_ENV of production npm would leave the types out.
		env: { ...environment(), ...(command === "npm" ? { NODE_ENV: "development" } : {}), ...more },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(" ")}\n${output}`))));
	});
}
