import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDatabase, rows } from "../support/content-database.ts";
import { makeFolder, makeSite } from "../support/sites.ts";

let data: Awaited<ReturnType<typeof openDatabase>>;
before(async () => {
	data = await openDatabase();
});
after(() => data.dispose());

type Ended = { code: number | null; out: string[]; err: string[] };

function run(script: "import" | "export", args: string[], environment: Record<string, string> = {}): Promise<Ended> {
	const env = { ...process.env, DATA_DIR: data.folder, PORT: "9", ...environment };
	const child = spawn(process.execPath, [`scripts/content-${script}.ts`, ...args], { env });
	const read = { out: "", err: "" };
	child.stdout.on("data", (chunk) => (read.out += chunk));
	child.stderr.on("data", (chunk) => (read.err += chunk));
	const lines = (text: string): string[] =>
		text
			.trim()
			.split("\n")
			.filter((line) => line !== "");
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, out: lines(read.out), err: lines(read.err) }));
	});
}

const site = () =>
	makeSite({
		"_config.yml": "title: 站",
		"_posts/2024-01-01-a.md": "---\ntitle: 甲\ncategories: [一]\n---\n![](/gone.png)",
		"_posts/2024-01-02-b.md": "---\ntitle: 乙\nlayout: x\nmood: 好\n---\n字",
		"about.md": "---\ntitle: 關於\n---\n我們",
	});

test("imports, tells the counts, writes a report; a second run and one with --dry-run change nothing", async () => {
	const folder = site();
	assert.deepEqual(await run("import", [folder, "--dry-run"]), {
		code: 0,
		out: [
			"_posts/2024-01-01-a.md:5 image /gone.png is not in the site: left as it is",
			"Front matter not imported: mood (1)",
			"2 articles, 1 category, 0 tags, 1 page, 0 files",
			"created 3, updated 0, unchanged 0, kept 0 (dry run: nothing was written)",
		],
		err: [],
	});
	assert.deepEqual(await rows(data.env.DB, "SELECT count(*) AS n FROM articles"), [{ n: 0 }]);
	const first = await run("import", [folder, "--type", "knowledge", "--map", "一=story,about=page"]);
	assert.deepEqual([first.code, first.out.at(-1), first.err], [0, "created 3, updated 0, unchanged 0, kept 0", []]);
	assert.deepEqual(await rows(data.env.DB, "SELECT slug, type FROM articles ORDER BY slug"), [
		{ slug: "a", type: "story" },
		{ slug: "b", type: "knowledge" },
	]);
	const report = JSON.parse(readFileSync(join(data.folder, "report", "content-import.json"), "utf8"));
	assert.deepEqual(
		[report.kind, report.written, report.counts, report.created, report.notImportedKeys],
		["jekyll", true, "2 articles, 1 category, 0 tags, 1 page, 0 files", 3, { mood: 1 }],
	);
	// Besides the picture that is not there: nobody agreed to the story, which stays a draft.
	const told = report.findings.map(({ path, kind }: { path: string; kind: string }) => `${path} ${kind}`);
	assert.deepEqual(told, ["_posts/2024-01-01-a.md warning", "site/_posts/2024-01-01-a.md warning"]);
	const second = await run("import", [
		folder,
		"--type",
		"knowledge",
		"--map",
		"一=story",
		"--report",
		join(data.folder, "二.json"),
	]);
	assert.deepEqual([second.code, second.out.at(-1)], [0, "created 0, updated 0, unchanged 3, kept 0"]);
	assert.equal(existsSync(join(data.folder, "二.json")), true);
});

test("a bad file: exit code 1, its path and line, nothing written; --skip-bad leaves it out", async () => {
	const folder = makeSite({
		"_posts/2025-01-01-x.md": "---\ntitle: 好\n---\n",
		"_posts/2025-01-02-y.md": "---\ntitle: a: b\n---\n",
	});
	const bad = await run("import", [folder]);
	assert.deepEqual(bad, {
		code: 1,
		out: [],
		err: [
			"error _posts/2025-01-02-y.md:2 YAML: Nested mappings are not allowed in compact mappings (a value with a colon and a space needs quotes)",
			"1 file is bad: nothing was imported (--skip-bad leaves them out).",
		],
	});
	assert.deepEqual(await rows(data.env.DB, "SELECT count(*) AS n FROM articles WHERE slug IN ('x', 'y')"), [{ n: 0 }]);
	const skipped = await run("import", [folder, "--skip-bad"]);
	assert.deepEqual(
		[skipped.code, skipped.out, skipped.err.length],
		[0, ["1 article, 0 categories, 0 tags, 0 pages, 0 files", "created 1, updated 0, unchanged 0, kept 0"], 1],
	);
});

test("wrong use is exit code 2 and says what to do; --help tells all", async () => {
	const folder = site();
	const uses: [string[], string][] = [
		[[], "Name one site folder."],
		[["a", "b"], "Name one site folder."],
		[["/no/such/folder"], "/no/such/folder is not a folder."],
		[[folder, "--type", "blog"], '"blog" is none of news, event, knowledge, story, research, media.'],
		[[folder, "--map", "posts"], '"" is none of news, event, knowledge, story, research, media.'],
		[[folder, "--map", "=news"], '--map takes name=type, not "=news".'],
	];
	for (const [args, message] of uses) {
		const { code, err } = await run("import", args);
		assert.deepEqual([code, err[0]], [2, message]);
	}
	assert.equal((await run("import", ["--nonsense"])).code, 2);
	assert.equal((await run("export", [])).code, 2);
	for (const script of ["import", "export"] as const) {
		const { code, out } = await run(script, ["--help"]);
		assert.deepEqual([code, out[0]?.startsWith(`npm run content:${script} -- `)], [0, true]);
	}
});

test("a folder that holds nothing known: exit code 1 and what was looked for", async () => {
	const folder = makeSite({ "會員.xlsx": "x", "照片/a.png": "x" });
	assert.deepEqual(await run("import", [folder]), {
		code: 1,
		out: [],
		err: [
			`${folder} holds nothing that can be imported: neither Markdown, nor HTML, nor a site of Hugo, Jekyll or Hexo, nor an earlier export. Name the folder that holds the texts.`,
		],
	});
});

test("exports, refuses somebody else's folder, and what was exported imports without a change", async () => {
	const foreign = makeSite({ "mine.txt": "別動" });
	const refused = await run("export", [foreign]);
	assert.deepEqual(
		[refused.code, refused.err],
		[1, [`${foreign} is not empty and not an earlier export (it holds mine.txt): choose another folder`]],
	);
	const folder = makeFolder("export");
	const { code, out } = await run("export", [folder]);
	assert.deepEqual([code, out], [0, ["3 articles, 1 category, 0 tags, 1 page, 0 files", `written to ${folder}`]]);
	assert.deepEqual(readdirSync(folder).sort(), ["articles", "pages", "site.yaml"]);
	assert.equal((await run("import", [folder])).out.at(-1), "created 0, updated 0, unchanged 4, kept 0");
});

test("beside another process that writes all the time, and then wakes the service", async () => {
	let isDone = false;
	const writing = (async () => {
		let writes = 0;
		for (; !isDone; writes++)
			await data.env.DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES (?1, '', 1)")
				.bind(`k${writes}`)
				.run()
				.catch(() => undefined);
		return writes;
	})();
	const asked: string[] = [];
	const server = createServer((request, answer) => {
		asked.push(`${request.method} ${request.url}`);
		answer.end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	try {
		const posts = Object.fromEntries(
			Array.from({ length: 50 }, (_, i) => [
				`_posts/2026-01-01-n${i}.md`,
				`---\ntitle: n${i}\n---\n${"字".repeat(2000)}`,
			]),
		);
		const { code, out, err } = await run("import", [makeSite(posts)], { PORT: String(port) });
		assert.deepEqual(
			[code, out.at(-1), err.filter((line) => line.startsWith("Error"))],
			[0, "created 50, updated 0, unchanged 0, kept 0", []],
		);
		assert.deepEqual(asked, ["GET /api/v1/health"]);
	} finally {
		isDone = true;
		assert.ok((await writing) > 0);
		server.close();
	}
});

test("a DATA_DIR of its own is made ready", async () => {
	const folder = mkdtempSync(join(tmpdir(), "fresh-"));
	const { code, out } = await run("import", [site()], { DATA_DIR: folder });
	assert.deepEqual([code, out.at(-1)], [0, "created 3, updated 0, unchanged 0, kept 0"]);
});
