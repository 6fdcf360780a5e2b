/** `npm run webhooks`, run as operators run it, against a database of its own and a real website. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { rm } from "node:fs/promises";
import { after, test } from "node:test";
import { dataFolder } from "../support/prepared-data.ts";
import { type Received, startReceiver } from "../support/receiver.ts";

const folder = await dataFolder("migrated");
const receiver = await startReceiver();
after(async () => {
	await receiver.close();
	await rm(folder, { recursive: true });
});

type Ended = { code: number | null; out: string; err: string };

function webhooks(...args: string[]): Promise<Ended> {
	const env = { ...process.env, DATA_DIR: folder };
	const child = spawn(process.execPath, ["scripts/webhooks.ts", ...args], { env });
	const ended: Ended = { code: null, out: "", err: "" };
	child.stdout.on("data", (chunk) => (ended.out += chunk));
	child.stderr.on("data", (chunk) => (ended.err += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ ...ended, code }));
	});
}
const tell = (answers: unknown[]) =>
	fetch(`${receiver.origin}/_answers/site`, { method: "PUT", body: JSON.stringify(answers) });
const received = async (): Promise<Received[]> => (await fetch(`${receiver.origin}/_received/site?n=0`)).json();

function isSignedWith(secret: string, { headers, body }: Received): boolean {
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
	const expected = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
	return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
}

test("what is typed wrong is explained and changes nothing", async () => {
	const [help, unknown] = await Promise.all([webhooks("--help"), webhooks("frobnicate")]);
	assert.match(help.out, /npm run webhooks -- add <url>/);
	assert.deepEqual([help.code, unknown], [0, { code: 2, out: "", err: help.out }]);
	assert.deepEqual(await webhooks("add", "www.example.org"), { code: 2, out: "", err: "url: Invalid URL\n" });
});

test("an endpoint's life: added, tested, rotated, sent again, switched off, removed", async () => {
	const url = `${receiver.origin}/site`;
	const added = await webhooks("add", url, "--events", "page.*,article.*");
	const [secret = ""] = /whsec_\S+/.exec(added.out) ?? [];
	assert.deepEqual([added.code, added.err], [0, ""]);
	assert.equal((await webhooks("add", url)).err, "There is an endpoint with this address already.\n");
	assert.equal((await webhooks("list")).out, `1  ${url}  article.*,page.*  on\n`);

	const ping = await webhooks("ping", "1");
	assert.equal(ping.code, 0);
	assert.match(ping.out, /ping {2}delivered \(1 try, last 200, [0-9.]+ s after the change\)/);
	const [first] = await received();
	assert.ok(first && isSignedWith(secret, first));

	const [fresh = ""] = /whsec_\S+/.exec((await webhooks("rotate", "1")).out) ?? [];
	const id = first.headers["webhook-id"] ?? "";
	assert.equal((await webhooks("redeliver", id)).code, 0);
	const [, again] = await received();
	assert.ok(again && isSignedWith(fresh, again) && isSignedWith(secret, again) && fresh !== secret);
	assert.deepEqual([again.headers["webhook-id"], again.body], [id, first.body]);

	await tell([{ status: 500, body: "broken" }]);
	const failed = await webhooks("ping", "1");
	assert.deepEqual([failed.code, /500 after \d+ ms {2}"broken"/.test(failed.out)], [1, true]);
	assert.equal((await webhooks("log", "1")).out.trim().split("\n").length, 2);

	assert.equal((await webhooks("disable", "1")).code, 0);
	assert.equal((await webhooks("ping", "1")).err, "Endpoint 1 is off. Switch it on: npm run webhooks -- enable 1\n");
	assert.equal((await webhooks("remove", "1")).out, "Endpoint 1 is removed.\n");
	assert.equal((await received()).length, 3);
});
