import { expect, test } from "vitest";
import { canonicalCode, hashCode, newCode } from "#platform/codes.ts";

const keys = { PASSWORD_PEPPER: "dGVzdC1wZXBwZXItb2YtMzItYnl0ZXMtbG9uZyEhISE=" };

test("a code has two groups of five symbols that look like no other", () => {
	const codes = Array.from({ length: 500 }, newCode);
	expect(codes.filter((code) => !/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toEqual([]);
	expect(new Set(codes).size).toBe(500);
	// Every one of the 32 symbols comes up: 5,000 draws miss one with a chance of 10^-68.
	expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(32);
});

test("it may be typed in any case and width, with what stands between, and with letters for digits", () => {
	for (const typed of ["7k0m1-abcde", "7KOML ABCDE", "７Ｋ０Ｍ１－ＡＢＣＤＥ", " 7k0mi—abcde ", "7k0m1abcde"])
		expect(canonicalCode(typed)).toBe("7K0M1-ABCDE");
	expect(canonicalCode("7k0m1-abcd")).toBe("7K0M1ABCD");
});

test("its hash tells its purpose and its key apart, and says nothing of it", async () => {
	const hash = await hashCode(keys, "activation", "7K0M1-ABCDE");
	expect(hash).toMatch(/^[0-9a-f]{64}$/);
	expect(await hashCode(keys, "activation", "7kom1 abcde")).toBe(hash);
	const others = await Promise.all([
		hashCode(keys, "recovery", "7K0M1-ABCDE"),
		hashCode(keys, "activation", "7K0M1-ABCDF"),
		hashCode({ PASSWORD_PEPPER: "another" }, "activation", "7K0M1-ABCDE"),
	]);
	expect(new Set([hash, ...others]).size).toBe(4);
});
