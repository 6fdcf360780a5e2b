import { expect, test } from "vitest";
import { SLUG_MAX, slugify, uniqueSlug } from "#domain/content/content/slug.ts";

test.each([
	["唐鳳做了什麼？雨蒼採訪後記", "唐鳳做了什麼-雨蒼採訪後記"],
	["「選每一邊站」", "選每一邊站"],
	["  Hello,  World!  ", "hello-world"],
	["Don’t Panic: it's OK", "dont-panic-its-ok"],
	["UI/UX", "ui-ux"],
	["亞洲·矽谷", "亞洲-矽谷"],
	["Cafe\u0301", "café"],
	["ＡＢＣ１２３", "ａｂｃ１２３"],
	["İstanbul", "i̇stanbul"],
	["a__b--c..d", "a-b-c-d"],
	["🎉", ""],
	["", ""],
])("%j → %j", (text, slug) => {
	expect(slugify(text)).toBe(slug);
});

test("a slug is at most 120 code points, whole ones, and does not end in a dash", () => {
	expect([...slugify("𡍼".repeat(200))].length).toBe(SLUG_MAX);
	expect(slugify(`${"a".repeat(119)} b`)).toBe("a".repeat(119));
	expect(slugify(slugify("A b/C"))).toBe("a-b-c");
});

test("a taken slug gets the first free number", () => {
	const taken = new Set(["a", "a-2"]);
	expect(uniqueSlug("b", (slug) => taken.has(slug))).toBe("b");
	expect(uniqueSlug("a", (slug) => taken.has(slug))).toBe("a-3");
	const long = "字".repeat(SLUG_MAX);
	expect(uniqueSlug(long, (slug) => slug === long)).toBe(`${"字".repeat(SLUG_MAX - 2)}-2`);
});
