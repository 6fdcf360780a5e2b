/** `npm run users:recover`, run as operators run it, against a database of its own. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { after, test } from "node:test";
import { openBindings } from "../../scripts/bindings.ts";
import { dataFolder } from "../support/prepared-data.ts";

const folder = await dataFolder("migrated");
after(() => rm(folder, { recursive: true }));

function recover(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
	const env = { ...process.env, DATA_DIR: folder, PORT: "9999", LINK_KEY: "" };
	const child = spawn(process.execPath, ["scripts/users-recover.ts", ...args], { env });
	const ended = { out: "", err: "" };
	child.stdout.on("data", (chunk) => (ended.out += chunk));
	child.stderr.on("data", (chunk) => (ended.err += chunk));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve({ ...ended, code }));
	});
}

async function query(sql: string): Promise<unknown[]> {
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		return (await env.DB.prepare(sql).all()).results;
	} finally {
		await dispose();
	}
}

test("what is typed wrong is explained and changes nothing", async () => {
	const [help, none, unknown, flag, remote] = await Promise.all([
		recover("--help"),
		recover("admin"),
		recover("frobnicate", "a@example.org"),
		recover("admin", "a@example.org", "--force"),
		recover("admin", "a@example.org", "--remote"),
	]);
	assert.match(help.out, /npm run users:recover -- admin <e-mail or phone>/);
	assert.deepEqual([none, unknown], Array(2).fill({ code: 2, out: "", err: help.out }));
	assert.deepEqual([flag.code, flag.err.split("\n")[0]?.startsWith("Unknown option '--force'")], [2, true]);
	assert.deepEqual([remote.code, remote.err], [2, "Set LINK_KEY to the Worker's key in the environment first.\n"]);
	const typed = await recover("admin", "somebody");
	assert.deepEqual(typed, {
		code: 2,
		out: "",
		err: '"somebody" is neither an e-mail address nor a mobile phone\'s number.\n',
	});
	assert.deepEqual(await query("SELECT count(*) AS n FROM users"), [{ n: 0 }]);
});

test("an administrator by phone, and a second factor that was lost", async () => {
	const made = await recover("admin", "+886 912-345-678", "--name", "林理事長");
	assert.equal(made.code, 0, made.err);
	assert.match(made.out, /\n {2}http:\/\/localhost:9999\/invite\/[0-9a-f]{32}\.[A-Za-z0-9_-]{43}\n/);
	assert.deepEqual(
		await query(
			"SELECT u.name, u.phone, u.status, r.code FROM users u JOIN user_roles x ON x.user_id = u.id JOIN roles r ON r.id = x.role_id",
		),
		[{ name: "林理事長", phone: "0912345678", status: "invited", code: "admin" }],
	);
	assert.equal((await recover("second-factor", "0912345678")).err, "This user has no second factor.\n");
	assert.equal((await recover("second-factor", "nobody@example.org")).err, "Nobody signs in with that.\n");
	await query("UPDATE users SET totp_secret = 'x', totp_enabled_at = 1");
	assert.equal(
		(await recover("second-factor", "0912345678")).out,
		"The second factor is gone, and the user is signed out everywhere.\n",
	);
	assert.deepEqual(await query("SELECT totp_secret, totp_enabled_at FROM users"), [
		{ totp_secret: null, totp_enabled_at: null },
	]);
	assert.deepEqual(await query("SELECT actor, action FROM audit_log ORDER BY id"), [
		{ actor: "operator", action: "user.recover" },
		{ actor: "operator", action: "user.reset_second_factor" },
	]);
});
