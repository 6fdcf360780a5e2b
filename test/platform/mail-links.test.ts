import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mailLinks } from "#http/mail-links.ts";
import { readLink, signLink } from "#platform/links.ts";

const KEY = env.LINK_KEY;
const OTHER = btoa("another-link-key-of-32-bytes!!!!");
const id = fc.stringMatching(/^[0-9a-f]{32}$/);

test("a token names its row for its purpose and key, and says the same each time", () => {
	fc.assert(
		fc.property(id, fc.constantFrom("invitation", "password_reset", "email_change"), (row, purpose) => {
			const token = signLink(KEY, purpose, row);
			expect(signLink(KEY, purpose, row)).toBe(token);
			expect(readLink(KEY, purpose, token)).toBe(row);
			expect(readLink(OTHER, purpose, token)).toBe(undefined);
			expect(readLink(KEY, `${purpose}_`, token)).toBe(undefined);
		}),
	);
});

test("a token with any one character changed is none", () => {
	const token = signLink(KEY, "invitation", "0123456789abcdef");
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
	for (let at = 0; at < token.length; at++) {
		for (const char of alphabet) {
			const changed = token.slice(0, at) + char + token.slice(at + 1);
			expect(readLink(KEY, "invitation", changed)).toBe(changed === token ? "0123456789abcdef" : undefined);
		}
	}
});

test.each([
	"",
	".",
	"a.b",
	`${signLink(KEY, "invitation", "a")}=`,
	` ${signLink(KEY, "invitation", "a")}`,
	"a".repeat(10_000),
])("%j is no token", (token) => {
	expect(readLink(KEY, "invitation", token)).toBe(undefined);
});

test("it is HMAC-SHA256 of purpose and id, as the documentation says", async () => {
	const bytes = Uint8Array.from(atob(KEY), (char) => char.charCodeAt(0));
	const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode("invitation:abc")));
	const text = btoa(String.fromCharCode(...mac))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
	expect(signLink(KEY, "invitation", "abc")).toBe(`abc.${text}`);
});

test("a key of another length is a mistake that is told", () => {
	expect(() => signLink(btoa("short"), "invitation", "a")).toThrow("LINK_KEY must be the base64 of 32 bytes");
});

test("links of a mail open with the token, masked ones do not", () => {
	const { once, webhook } = mailLinks(env);
	const base = "http://localhost:8787";
	expect(once("password_reset", "abc")).toBe(`${base}/reset/${signLink(KEY, "password_reset", "abc")}`);
	expect(once("invitation", "abc")).toBe(`${base}/invite/${signLink(KEY, "invitation", "abc")}`);
	expect(once("email_change", "abc")).toBe(`${base}/account/email/${signLink(KEY, "email_change", "abc")}`);
	expect(webhook(3)).toBe(`${base}/admin/webhooks/3`);
	expect(mailLinks(env, { masked: true }).once("password_reset", "abc")).toBe(`${base}/reset/••••••`);
});
