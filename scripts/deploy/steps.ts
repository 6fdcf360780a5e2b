/** The steps of `npm run deploy`; `wrangler` runs one command to its end and returns what it printed. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { keyIds } from "#platform/crypto.ts";
import { WORKER } from "../bundle.ts";
import { SECRETS } from "../server.ts";
import { graveFlaws } from "./flaws.ts";

export type Tools = {
	wrangler: (args: string[]) => Promise<string>;
	buildAssets: () => Promise<unknown>;
	buildWorker: () => Promise<unknown>;
	/** Returns the report of npm audit on the deployed packages, as JSON. */
	audit: () => Promise<string>;
	say: (line: string) => void;
	/** The path of wrangler.toml; the ids of new databases are written into it. */
	config: string;
	env: Record<string, string | undefined>;
};

const Config = z.object({
	vars: z.object({ PUBLIC_BASE_URL: z.string(), PUBLIC_SITE_ORIGIN: z.string() }),
	d1_databases: z.array(z.object({ database_name: z.string(), database_id: z.string() })),
	r2_buckets: z.array(z.object({ bucket_name: z.string() })),
	queues: z.object({
		producers: z.array(z.object({ queue: z.string() })),
		consumers: z.array(z.object({ queue: z.string() })),
	}),
});
type Config = z.infer<typeof Config>;
const Databases = z.array(z.object({ name: z.string(), uuid: z.string() }));
const Secrets = z.array(z.object({ name: z.string() }));
const Uses = z.tuple([z.object({ results: z.array(z.object({ name: z.string(), key_ids: z.string() })) })]);

/** The error for something that must be set first; nothing was deployed. */
export class NotReady extends Error {
	override name = "NotReady";
}

const readConfig = ({ config }: Tools): Config => Config.parse(parse(readFileSync(config, "utf8")));
/** Parses the JSON in wrangler's output, without the lines that wrangler prints before it. */
const jsonIn = (text: string): unknown => JSON.parse(text.slice(Math.max(0, text.search(/^[[{]/m))));

/** Creates what is missing, applies migrations, and deploys with missing secrets. Each step may be repeated. */
export async function deploy(
	tools: Tools,
	{ dryRun, acceptFlaws = false }: { dryRun: boolean; acceptFlaws?: boolean },
): Promise<void> {
	insistOnNames(readConfig(tools));
	await insistOnSound(tools, acceptFlaws);
	if (/not authenticated|not logged in/i.test(await tools.wrangler(["whoami"])))
		throw new NotReady("Sign in first: npx wrangler login (or CLOUDFLARE_API_TOKEN).");
	await ensureDatabases(tools, dryRun);
	await ensurePlaces(tools, dryRun);
	const missing = await missingSecrets(tools);
	if (dryRun)
		return tools.say(
			`Would apply the migrations and deploy${missing.length > 0 ? ` with new ${missing.join(", ")}` : ""}.`,
		);
	// Migrations first: the running Worker works with the new tables, the new Worker not with the old ones.
	for (const name of ["DB", "SEARCH"]) await tools.wrangler(["d1", "migrations", "apply", name, "--remote"]);
	tools.say("The migrations are applied.");
	const made = await newSecrets(tools, missing);
	await tools.buildAssets();
	await tools.buildWorker();
	await uploadWith(tools, made);
	tools.say(
		`Deployed. Look at ${readConfig(tools).vars.PUBLIC_BASE_URL}/api/v1/health, and in a minute at /admin/health.`,
	);
}

function insistOnNames({ vars }: Config): void {
	for (const [name, value] of Object.entries(vars))
		if (/example\.(org|com|net)/.test(value)) throw new NotReady(`Set ${name} in wrangler.toml: it is still ${value}.`);
}

/**
 * Throws NotReady for packages with a known grave flaw, unless the operator accepted it; when npm audit gives no
 * answer, only says so.
 */
async function insistOnSound({ audit, say }: Tools, acceptFlaws: boolean): Promise<void> {
	const flaws = graveFlaws(await audit());
	if (flaws === null)
		return say("npm audit could not be asked: look later whether a flaw is known of what is shipped.");
	if (flaws.length === 0) return;
	const known = `npm audit knows flaws of what is shipped: ${flaws.join(", ")}.`;
	if (!acceptFlaws)
		throw new NotReady(`${known} Update them (npm audit --omit=dev tells more), or deploy with --accept-flaws.`);
	say(known);
}

/**
 * Writes into wrangler.toml the ids of databases that it lacks: of an existing one of that name, or of a new one; with
 * `dryRun` only says so. Throws NotReady for a real id that the account does not have.
 */
async function ensureDatabases(tools: Tools, dryRun: boolean): Promise<void> {
	const there = await databases(tools);
	for (const { database_name: name, database_id: id } of readConfig(tools).d1_databases) {
		if (there.some(({ uuid }) => uuid === id)) continue;
		if (!/^[0-]+\d$/.test(id))
			throw new NotReady(`wrangler.toml names ${name} as ${id}, which this account does not have.`);
		const known = there.find((one) => one.name === name)?.uuid;
		if (dryRun) tools.say(known ? `Would write ${known} into wrangler.toml.` : `Would make the database ${name}.`);
		else writeId(tools, id, known ?? (await madeDatabase(tools, name)));
	}
}

const databases = async ({ wrangler }: Tools) => Databases.parse(jsonIn(await wrangler(["d1", "list", "--json"])));

async function madeDatabase(tools: Tools, name: string): Promise<string> {
	tools.say(`Making the database ${name}.`);
	await tools.wrangler(["d1", "create", name]);
	const made = (await databases(tools)).find((one) => one.name === name);
	if (!made) throw new NotReady(`The database ${name} was made, and is not in the list.`);
	return made.uuid;
}

function writeId({ config, say }: Tools, placeholder: string, id: string): void {
	writeFileSync(config, readFileSync(config, "utf8").replace(placeholder, id));
	say(`${id} stands in wrangler.toml now: commit it.`);
}

/** Creates the bucket and the queues that are missing. */
async function ensurePlaces(tools: Tools, dryRun: boolean): Promise<void> {
	const { r2_buckets, queues } = readConfig(tools);
	const names = [...queues.producers, ...queues.consumers].map(({ queue }) => queue);
	const wanted = [
		...r2_buckets.map(({ bucket_name }) => ({ kind: ["r2", "bucket"], name: bucket_name })),
		...[...new Set(names)].map((name) => ({ kind: ["queues"], name })),
	];
	for (const { kind, name } of wanted) {
		const listed = await tools.wrangler([...kind, "list"]);
		if (new RegExp(`(^|[^\\w-])${name}($|[^\\w-])`, "m").test(listed)) continue;
		tools.say(`${dryRun ? "Would make" : "Making"} ${kind.join(" ")} ${name}.`);
		if (!dryRun) await tools.wrangler([...kind, "create", name]);
	}
}

/** Returns the secrets that the Worker needs and does not have; before its first deployment, all of them. */
async function missingSecrets({ wrangler }: Tools): Promise<string[]> {
	const listed = await wrangler(["secret", "list", "--format", "json"]).catch((error: unknown) => {
		if (/10007|does not exist|not found/i.test(String(error))) return "[]";
		throw error;
	});
	const there = Secrets.parse(jsonIn(listed)).map(({ name }) => name);
	return SECRETS.filter((name) => !there.includes(name));
}

/**
 * Returns the missing secrets: from the environment, or new ones, which are shown once. Throws NotReady when the
 * database was written with a key that the environment lacks or has otherwise (except PREVIEW_KEY), because its data
 * could not be opened.
 */
async function newSecrets(tools: Tools, missing: readonly string[]): Promise<Record<string, string>> {
	const before = new Map(missing.length === 0 ? [] : await keysBefore(tools));
	const secrets: Record<string, string> = {};
	const shown: string[] = [];
	for (const name of missing) {
		const given = tools.env[name];
		const known = before.get(name);
		if (known !== undefined && given === undefined)
			throw new NotReady(
				`The database knows ${name} with the fingerprint ${known}: set it in the environment, from the safe.`,
			);
		if (
			known !== undefined &&
			given !== undefined &&
			name !== "PREVIEW_KEY" &&
			(await keyIds(given)).join(" ") !== known
		)
			throw new NotReady(
				`The ${name} in the environment has the fingerprint ${(await keyIds(given)).join(" ")}, the database knows ${known}.`,
			);
		secrets[name] = given ?? randomBytes(32).toString("base64");
		if (given === undefined) shown.push(`  ${name}=${secrets[name]}`);
	}
	if (shown.length > 0) {
		tools.say("These keys are shown this once. Put them into the association's safe now:\n");
		for (const line of shown) tools.say(line);
		tools.say("");
	}
	return secrets;
}

/** Returns the key fingerprints that an earlier Worker stored in this database. */
async function keysBefore({ wrangler }: Tools): Promise<[string, string][]> {
	const sql = "SELECT name, key_ids FROM key_uses WHERE id IN (SELECT max(id) FROM key_uses GROUP BY name)";
	const [{ results }] = Uses.parse(
		jsonIn(await wrangler(["d1", "execute", "DB", "--remote", "--json", "--command", sql])),
	);
	return results.map(({ name, key_ids }) => [name, key_ids]);
}

/** The arguments that upload the measured and tested module; wrangler adds nothing to it. */
const UPLOAD = ["deploy", WORKER, "--no-bundle"];

async function uploadWith({ wrangler }: Tools, secrets: Record<string, string>): Promise<void> {
	if (Object.keys(secrets).length === 0) return void (await wrangler(UPLOAD));
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	try {
		const file = join(folder, "secrets.json");
		writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
		await wrangler([...UPLOAD, "--secrets-file", file]);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
