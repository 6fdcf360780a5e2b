import { expect, test } from "vitest";
import { formDigest } from "#platform/form-digest.ts";

const KEYS = { PASSWORD_PEPPER: btoa("p".repeat(32)) };
const file = (filename: string, ...bytes: number[]) => ({ filename, declaredType: "", bytes: new Uint8Array(bytes) });
const digest = (fields: Record<string, string[]>, files: Record<string, ReturnType<typeof file>[]> = {}) =>
	formDigest(KEYS, { fields, files });

test("the same words and files in another order of fields are the same; a field that nobody filled in is none", () => {
	const made = digest({ a: ["1"], b: ["2", "3"] }, { f: [file("x", 1, 2)] });
	expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/);
	expect(digest({ b: ["2", "3"], c: [], a: ["1"] }, { f: [file("x", 1, 2)], g: [] })).toBe(made);
});

test("anything else is something else: words, their places, names and bytes of files, which file is whose", () => {
	const all = [
		digest({}),
		digest({ a: [""] }),
		digest({ a: ["1"] }),
		digest({ b: ["1"] }),
		digest({ a: ["1", "2"] }),
		digest({ a: ["2", "1"] }),
		digest({ a: ["1"], b: ["2"] }),
		digest({}, { f: [file("x", 1)] }),
		digest({}, { g: [file("x", 1)] }),
		digest({}, { f: [file("y", 1)] }),
		digest({}, { f: [file("x", 2)] }),
		digest({}, { f: [file("x", 1, 2)] }),
		digest({}, { f: [file("x", 1), file("x", 2)] }),
		digest({}, { f: [file("x", 2), file("x", 1)] }),
		formDigest({ PASSWORD_PEPPER: btoa("q".repeat(32)) }, { fields: {}, files: {} }),
	];
	expect(new Set(all).size).toBe(all.length);
});
