/**
 * `npm run keys:rotate`: shows which keys the service has and how much data is sealed under each; makes new keys; and
 * seals all data again under a new SEALING_KEY. Safe to repeat and to interrupt, beside a running service; see HELP and
 * docs/operations.md, Keys.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { open } from "#db/commit.ts";
import { COUNT_PEPPERED, countSealed } from "#db/people/sealed.ts";
import { signHeads, signReturns } from "#domain/shell/seals/anchor-actions.ts";
import { noteKeyChange, rehashAll, resealAll } from "#domain/shell/seals/key-actions.ts";
import { Refusal } from "#kernel/refusal.ts";
import { keyIds } from "#platform/crypto.ts";
import { KEY_NAMES, type KeyName } from "#platform/key-ids.ts";
import { signer } from "#platform/seal-macs.ts";
import { type Held, heldKeys } from "./backup/operator-keys.ts";
import { openMigrated } from "./bindings.ts";

const HELP = `npm run keys:rotate [-- status | new NAME | seal | hash] [--no-service] [--remote]

  status        the fingerprints of the keys that the service has, and how much lies under which (the default)
  new NAME      makes a key for ${KEY_NAMES.join(", ")}
                and says how to put it in the place of the old one; changes nothing
  seal          seals everything anew that lies under an older key of SEALING_KEY="new,old"; goes on where it was stopped
  hash          when the service has the new SEALING_KEY alone: makes the hashes that national ids are found by anew

  --no-service  nobody serves this database: does not insist that the service has the keys
  --remote      the deployed database and bucket instead of those in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help        this text

SEALING_KEY is that of .dev.vars, or what the environment has; with --remote only the latter. It is compared with the
database and with what the service reported before the first write.`;

const flag = { type: "boolean", default: false } as const;
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { "no-service": flag, remote: flag, help: flag },
});
const [command = "status", name = "", ...more] = positionals;

type Opened = Awaited<ReturnType<typeof openMigrated>>["env"];
type Counts = Record<string, number>;
type Place = { env: Opened; keys: Held; ids: string[] };

const COMMANDS: Record<string, (place: Place) => Promise<void>> = { status, seal: sealAll, hash: hashAll };

async function run(): Promise<void> {
	if (values.help || more.length > 0) return console.log(HELP);
	if (command === "new") return makeKey(name);
	const chosen = COMMANDS[command] ?? fail(HELP);
	const keys = heldKeys(values.remote);
	const { env, dispose } = await openMigrated({ remote: values.remote });
	try {
		await chosen({ env, keys, ids: keys.SEALING_KEY === "" ? [] : await keyIds(keys.SEALING_KEY) });
	} finally {
		await dispose();
	}
}

async function counted(d1: D1Database, statements: readonly string[]): Promise<Counts> {
	const answers = await d1.batch<{ key_id: string; count: number }>(statements.map((sql) => d1.prepare(sql)));
	const sums: Counts = {};
	for (const { key_id, count } of answers.flatMap(({ results }) => results)) sums[key_id] = (sums[key_id] ?? 0) + count;
	return sums;
}

/**
 * Returns, by the name of each key, the fingerprints that the service reported last (its cron reports them when they
 * change).
 */
async function reported(d1: D1Database): Promise<Map<string, string>> {
	const { results } = await d1
		.prepare("SELECT name, key_ids FROM key_uses WHERE id IN (SELECT max(id) FROM key_uses GROUP BY name)")
		.all<{ name: string; key_ids: string }>();
	return new Map(results.map(({ name, key_ids }) => [name, key_ids]));
}

async function status({ env, ids }: Place): Promise<void> {
	const uses = await reported(env.DB);
	for (const key of KEY_NAMES) console.log(`${key.padEnd(16)} the service has ${uses.get(key) ?? "not reported yet"}`);
	const [sealed, peppered] = [await counted(env.DB, countSealed()), await counted(env.DB, [COUNT_PEPPERED])];
	for (const [id, count] of Object.entries(sealed)) console.log(`${count} things lie under the SEALING_KEY ${id}`);
	for (const [id, count] of Object.entries(peppered))
		console.log(`${count} passwords lie under the PASSWORD_PEPPER ${id}`);
	if (ids.length > 0) console.log(`The SEALING_KEY in hand is ${ids.join(", ")}`);
}

/** The steps to take with a new key of each kind; "%" stands for the key. */
const STEPS: Record<KeyName, string[]> = {
	SEALING_KEY: [
		"1. Put the new key into the safe, beside the old one: older backups still need that.",
		'2. npx wrangler secret put SEALING_KEY, and give it the new key, a comma, and the old one: "%,<the old key>"',
		"3. Wait a minute, until npm run keys:rotate tells that the service has both.",
		'4. SEALING_KEY="%,<the old key>" npm run keys:rotate -- seal --remote',
		'5. npx wrangler secret put SEALING_KEY, and give it the new key alone: "%"',
		'6. After a minute: SEALING_KEY="%" npm run keys:rotate -- hash --remote',
	],
	PASSWORD_PEPPER: [
		"1. Put the new key into the safe.",
		"2. npx wrangler secret put PASSWORD_PEPPER_BEFORE, and give it the old pepper.",
		'3. npx wrangler secret put PASSWORD_PEPPER: "%"',
		"4. Activation and recovery codes that are out work no more: give out new ones.",
		"5. When npm run keys:rotate tells that few passwords lie under the old one: npx wrangler secret delete PASSWORD_PEPPER_BEFORE",
	],
	SESSION_KEY: ['npx wrangler secret put SESSION_KEY: "%"', "Everybody is signed out, and signs in anew."],
	LINK_KEY: [
		'npx wrangler secret put LINK_KEY: "%"',
		"Links in mails that are out work no more: invite and ask again.",
	],
	PREVIEW_KEY: ['npx wrangler secret put PREVIEW_KEY: "%"', "Links to drafts that are out work no more."],
};

async function makeKey(wanted: string): Promise<void> {
	const known = KEY_NAMES.find((one) => one === wanted) ?? fail(`Which key? ${KEY_NAMES.join(", ")}`);
	const key = randomBytes(32).toString("base64");
	const [id] = await keyIds(key);
	console.log(`A new ${known}, shown this once, with the fingerprint ${id}:\n\n  ${key}\n`);
	for (const step of STEPS[known]) console.log(step.replace("%", key));
	console.log("\nLocally: the line of .dev.vars instead of npx wrangler secret put, and no --remote.");
}

/**
 * Ends the command before the first write unless SEALING_KEY of the environment holds every key under which data are
 * sealed, and exactly the keys that the service reported last (the latter not with --no-service).
 */
async function insistOnKeys({ env, ids }: Place): Promise<void> {
	if (ids.length === 0) fail("Set SEALING_KEY in the environment first.");
	const under = Object.keys(await counted(env.DB, countSealed())).filter((id) => !ids.includes(id));
	if (under.length > 0)
		fail(`Things lie under the key ${under.join(", ")}; SEALING_KEY is ${ids.join(", ")}. Nothing was written.`);
	const has = (await reported(env.DB)).get("SEALING_KEY");
	if (!values["no-service"] && has !== ids.join(" "))
		fail(
			`The service has ${has ?? "not told its keys yet"}; SEALING_KEY is ${ids.join(" ")}. Set the secret, wait a minute, run it again. Nothing was written.`,
		);
}

async function sealAll(place: Place): Promise<void> {
	const { env, keys, ids } = place;
	if (ids.length < 2)
		fail('SEALING_KEY holds one key; it takes "new,old". npm run keys:rotate -- new SEALING_KEY says how.');
	await insistOnKeys(place);
	const db = open(env.DB);
	const done = await resealAll({ ...env, ...keys }, db, ({ texts, files }) => {
		if (process.stdout.isTTY) process.stdout.write(`\r${texts} texts and ${files} files`);
	});
	if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
	const sign = await signer(keys);
	await signHeads(db, sign);
	await signReturns(env, sign);
	await noteKeyChange(db, { keyId: ids[0] ?? "", changes: { texts: done.texts, files: done.files }, at: Date.now() });
	console.log(`${done.texts} texts and ${done.files} files were sealed anew.`);
	for (const id of done.lost)
		console.error(`The file ${id} did not open, or its object is missing: look for it in a backup.`);
	const left = Object.entries(await counted(env.DB, countSealed())).filter(([id]) => id !== ids[0]);
	if (left.length > 0)
		fail(`Still under another key: ${left.map(([id, count]) => `${count} under ${id}`).join(", ")}. Run it again.`, 1);
	console.log(
		"Everything lies under the new key. Give the service the new key alone, then: npm run keys:rotate -- hash",
	);
}

async function hashAll(place: Place): Promise<void> {
	const { env, keys, ids } = place;
	if (ids.length !== 1) fail("SEALING_KEY must be the new key alone.");
	await insistOnKeys(place);
	const db = open(env.DB);
	try {
		const changed = await rehashAll(keys, db);
		await noteKeyChange(db, { keyId: ids[0] ?? "", changes: { hashes: changed }, at: Date.now() });
		console.log(`${changed} national ids are found by the new key now. The old key is needed for older backups only.`);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		fail(
			`${error.code}: two records have the same national id, written while the key changed. Merge them (/admin/members/duplicates), then run it again.`,
			1,
		);
	}
}

function fail(message: string, code = 2): never {
	console.error(message);
	process.exit(code);
}

await run();
