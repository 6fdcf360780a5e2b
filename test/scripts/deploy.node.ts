/** `npm run deploy` against an account that only remembers what it is told: the order of its steps, and what it refuses. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { keyId } from "#platform/crypto.ts";
import { deploy } from "../../scripts/deploy/steps.ts";
import { SECRETS } from "../../scripts/server.ts";

const root = mkdtempSync(join(tmpdir(), "deploy-"));
after(() => rmSync(root, { recursive: true }));
let files = 0;

/** An account, and a wrangler that acts on it; `calls` are the commands that change something. */
function account({
	uses = [],
	isNew = true,
	secrets = [],
}: {
	uses?: { name: string; key_ids: string }[];
	isNew?: boolean;
	secrets?: string[];
} = {}) {
	const config = join(root, `wrangler-${files++}.toml`);
	writeFileSync(config, readFileSync("wrangler.toml", "utf8").replaceAll("example.org", "association.tw"));
	const made = { databases: [] as { name: string; uuid: string }[], names: [] as string[] };
	const calls: string[] = [];
	const said: string[] = [];
	let given: Record<string, string> = {};
	/** What only asks. */
	const answers: [RegExp, () => string][] = [
		[/^whoami$/, () => "You are logged in"],
		[/^d1 list --json$/, () => `banner\n${JSON.stringify(made.databases)}`],
		[/ list$/, () => made.names.map((name) => `│ ${name} │`).join("\n")],
		[/^d1 execute /, () => JSON.stringify([{ results: uses, success: true }])],
		[/^secret list/, () => JSON.stringify(secrets.map((name) => ({ name, type: "secret_text" })))],
	];
	const change = (args: string[]): void => {
		const [first, second, third = ""] = args;
		const file = args.at(-1) ?? "";
		if (file.endsWith("secrets.json")) given = JSON.parse(readFileSync(file, "utf8"));
		else if (first === "d1" && second === "create") made.databases.push({ name: third, uuid: `uuid-of-${third}` });
		else made.names.push(args.at(-1) ?? "");
		calls.push(args.map((one) => (one === file && one.endsWith("secrets.json") ? "secrets.json" : one)).join(" "));
	};
	const wrangler = async (args: string[]): Promise<string> => {
		if (isNew && args[0] === "secret") throw new Error("This Worker does not exist on your account. [code: 10007]");
		const answer = answers.find(([asks]) => asks.test(args.join(" ")))?.[1]();
		if (answer === undefined) change(args);
		return answer ?? "";
	};
	const tools = {
		wrangler,
		buildAssets: async () => calls.push("assets"),
		buildWorker: async () => calls.push("worker"),
		audit: async () => reportOf(),
		say: (line: string) => said.push(line),
		config,
		env: {} as Record<string, string>,
	};
	return { tools, calls, said, given: () => given };
}

/** A report of npm audit with the severity of each flawed package. */
const reportOf = (flaws: Record<string, string> = {}): string =>
	JSON.stringify({
		auditReportVersion: 2,
		vulnerabilities: Object.fromEntries(Object.entries(flaws).map(([name, severity]) => [name, { name, severity }])),
	});

test("a new account gets all that it lacks, tables before the Worker, and the keys are shown once", async () => {
	const { tools, calls, said, given } = account();
	await deploy(tools, { dryRun: false });
	assert.deepEqual(calls, [
		"d1 create bingyou",
		"d1 create bingyou-search",
		"r2 bucket create bingyou-files",
		"queues create bingyou-events",
		"queues create bingyou-slow-hooks",
		"queues create bingyou-pictures",
		"queues create bingyou-dead-letters",
		"d1 migrations apply DB --remote",
		"d1 migrations apply SEARCH --remote",
		"assets",
		"worker",
		"deploy dist/worker/index.js --no-bundle --secrets-file secrets.json",
	]);
	const config = readFileSync(tools.config, "utf8");
	assert.match(config, /database_id = "uuid-of-bingyou"/);
	assert.match(config, /database_id = "uuid-of-bingyou-search"/);
	assert.deepEqual(Object.keys(given()), SECRETS);
	for (const [name, key] of Object.entries(given())) {
		assert.equal(Buffer.from(key, "base64").length, 32);
		assert.equal(said.filter((line) => line === `  ${name}=${key}`).length, 1);
	}
	// A second time there is nothing to make.
	calls.length = 0;
	const again = {
		...tools,
		wrangler: (args: string[]) =>
			args[0] === "secret" ? Promise.resolve(JSON.stringify(SECRETS.map((name) => ({ name })))) : tools.wrangler(args),
	};
	await deploy(again, { dryRun: false });
	assert.deepEqual(calls, [
		"d1 migrations apply DB --remote",
		"d1 migrations apply SEARCH --remote",
		"assets",
		"worker",
		"deploy dist/worker/index.js --no-bundle",
	]);
});

test("what would be done is told, and nothing is", async () => {
	const { tools, calls, said } = account();
	const before = readFileSync(tools.config, "utf8");
	await deploy(tools, { dryRun: true });
	assert.deepEqual([calls, readFileSync(tools.config, "utf8")], [[], before]);
	assert.match(
		said.join("\n"),
		/Would make the database bingyou\.[\s\S]*Would apply the migrations and deploy with new SEALING_KEY/,
	);
});

test("a database that was written with a key gets no other one", async () => {
	const key = Buffer.alloc(32, 7).toString("base64");
	const uses = [{ name: "SEALING_KEY", key_ids: await keyId(key) }];
	const secrets = SECRETS.filter((name) => name !== "SEALING_KEY");
	const { tools, calls, given } = account({ uses, secrets, isNew: false });
	await assert.rejects(
		deploy(tools, { dryRun: false }),
		/knows SEALING_KEY with the fingerprint \w{8}: set it in the environment/,
	);
	const other = { ...tools, env: { SEALING_KEY: Buffer.alloc(32, 8).toString("base64") } };
	await assert.rejects(deploy(other, { dryRun: false }), /the database knows/);
	assert.equal(
		calls.some((call) => call.startsWith("deploy")),
		false,
	);
	await deploy({ ...tools, env: { SEALING_KEY: key } }, { dryRun: false });
	assert.deepEqual(given(), { SEALING_KEY: key });
});

test("a grave flaw of what is shipped stops it before anything is done, unless somebody accepts it", async () => {
	const { tools, calls, said } = account();
	const flawed = { ...tools, audit: async () => reportOf({ hono: "high", marked: "moderate", xss: "critical" }) };
	await assert.rejects(
		deploy(flawed, { dryRun: false }),
		/knows flaws of what is shipped: hono \(high\), xss \(critical\)\./,
	);
	assert.equal(calls.length, 0);
	await deploy(flawed, { dryRun: false, acceptFlaws: true });
	assert.ok(calls.some((call) => call.startsWith("deploy ")));
	// A registry that does not answer hinders nobody.
	said.length = 0;
	await deploy({ ...tools, audit: async () => '{"message":"405 Method Not Allowed"}' }, { dryRun: false });
	assert.match(said[0] ?? "", /could not be asked/);
});

test("names that are not set yet are refused before anything is asked", async () => {
	const { tools, calls } = account();
	await assert.rejects(
		deploy({ ...tools, config: "wrangler.toml" }, { dryRun: false }),
		/Set PUBLIC_BASE_URL in wrangler\.toml/,
	);
	assert.deepEqual(calls, []);
});
