import { env as bound } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { expect, test, vi } from "vitest";
import { keyId } from "#platform/crypto.ts";
import { hashCount, hashPassword, verifyPassword } from "#platform/passwords.ts";

/** The hashes of ENVIRONMENT `test` cost nothing and do not wait. */
const env = { ...bound, ENVIRONMENT: "production" };
const BEFORE = btoa("the-pepper-before-this-one-32-b!");

test("of twenty hashes asked for at once nine are made, one after another with time between, and eleven refused", async () => {
	vi.resetModules(); // an isolate that made none yet
	const { hashCount, hashPassword } = await import("#platform/passwords.ts");
	const startedAt = Date.now();
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => hashPassword(env, "x").then(() => "made", String)),
	);
	expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => (at < 9 ? "made" : "Refusal: sign_in.busy")));
	expect(hashCount()).toBe(9);
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(8 * 400);
});

test("where strangers have taken every place, a browser that signed in before still gets one", async () => {
	vi.resetModules();
	const { hashPassword, verifyPassword } = await import("#platform/passwords.ts");
	const strangers = Array.from({ length: 12 }, () => hashPassword(env, "x").then(() => "made", String));
	const tried = (isKnown: boolean) => verifyPassword(env, "x", { stored: null, isKnown }).then(() => "tried", String);
	expect(await Promise.all([tried(false), tried(true)])).toEqual(["Refusal: sign_in.busy", "tried"]);
	expect((await Promise.all(strangers)).filter((one) => one === "made")).toHaveLength(9);
});

test("a hash is scrypt of the peppered password, as a PHC string, never the same twice", async () => {
	const stored = await hashPassword(env, "紅茶拿鐵");
	const [, kind, costs, salt = "", hash = ""] = stored.split("$");
	expect([kind, costs]).toEqual(["scrypt", `ln=14,r=8,p=5,k=${await keyId(env.PASSWORD_PEPPER)}`]);
	// Made again from RFC 2104 and RFC 7914 with WebCrypto's HMAC.
	const raw = Uint8Array.from(atob(env.PASSWORD_PEPPER), (c) => c.charCodeAt(0));
	const pepper = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = new Uint8Array(await crypto.subtle.sign("HMAC", pepper, new TextEncoder().encode("紅茶拿鐵")));
	const again = scryptSync(mac, Buffer.from(salt, "base64"), 32, { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 });
	expect(again.toString("base64").replace("=", "")).toBe(hash);
	expect(Buffer.from(salt, "base64").length).toBe(16);
	expect(await hashPassword(env, "紅茶拿鐵")).not.toBe(stored);
});

test("only the password is right; other costs and another pepper are outdated; nobody's takes a hash too", async () => {
	const stored = await hashPassword(env, "紅茶拿鐵");
	const old = await hashPassword({ PASSWORD_PEPPER: BEFORE }, "紅茶拿鐵");
	const cheap = await cheapHash("紅茶拿鐵");
	const told = async (password: string, hash: string | null, keys: Parameters<typeof verifyPassword>[0] = env) => {
		const hashes = hashCount();
		const { isRight, isOutdated } = await verifyPassword(keys, password, { stored: hash });
		return `${isRight ? "right" : "wrong"}${isOutdated ? " outdated" : ""} ${hashCount() - hashes}`;
	};
	expect(await told("紅茶拿鐵", stored)).toBe("right 1");
	expect(await told("紅茶拿鉄", stored)).toBe("wrong 1");
	expect(await told("", stored)).toBe("wrong 1");
	expect(await told("紅茶拿鐵", null)).toBe("wrong 1");
	expect(await told("紅茶拿鐵", cheap)).toBe("right outdated 1");
	expect(await told("紅茶拿鐵", old)).toBe("wrong 1");
	expect(await told("紅茶拿鐵", old, { ...env, PASSWORD_PEPPER_BEFORE: BEFORE })).toBe("right outdated 1");
	expect(await verifyPassword(env, "x", { stored: "$2b$12$abc" }).catch((error: Error) => error.message)).toBe(
		"a stored password is not a PHC string of scrypt",
	);
});

/** Another recipe: N = 2^4. */
async function cheapHash(password: string): Promise<string> {
	const raw = Uint8Array.from(atob(env.PASSWORD_PEPPER), (c) => c.charCodeAt(0));
	const pepper = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = new Uint8Array(await crypto.subtle.sign("HMAC", pepper, new TextEncoder().encode(password)));
	const salt = Buffer.from("0123456789abcdef");
	const hash = scryptSync(mac, salt, 32, { N: 16, r: 8, p: 5 });
	const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
	return `$scrypt$ln=4,r=8,p=5,k=${await keyId(env.PASSWORD_PEPPER)}$${text(salt)}$${text(hash)}`;
}
