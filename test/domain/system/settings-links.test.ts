import { describe, expect, test } from "vitest";
import { isPublicLink, linksIn } from "#domain/system/settings/links.ts";
import { SETTINGS } from "#domain/system/settings/schema.ts";

const { social_links, privacy_url } = SETTINGS.site;

test("one link a line, its name may have spaces; empty lines and spaces at the ends go", () => {
	const typed = "  Facebook　https://www.facebook.com/x \r\n\r\nLINE 官方帳號  https://lin.ee/x\n";
	const stored = social_links.schema.parse(typed);
	expect(stored).toBe("Facebook https://www.facebook.com/x\nLINE 官方帳號 https://lin.ee/x");
	expect(linksIn(stored)).toEqual([
		{ label: "Facebook", url: "https://www.facebook.com/x" },
		{ label: "LINE 官方帳號", url: "https://lin.ee/x" },
	]);
	expect(linksIn(social_links.schema.parse(""))).toEqual([]);
});

describe("a line that is no such link is named by its number", () => {
	test.each([
		"https://no-label.example",
		"Only words",
		"A http://plain.example",
		"A javascript:alert(1)",
		`${"字".repeat(41)} https://a.example`,
	])("%s", (line) => {
		const read = social_links.schema.safeParse(`Facebook https://www.facebook.com/x\n${line}`);
		expect(read.error?.issues[0]?.message).toContain("第 2 個連結");
	});
	test("and there are ten at most", () => {
		const lines = (count: number) => Array.from({ length: count }, (_, n) => `甲 https://a.example/${n}`).join("\n");
		expect(social_links.schema.safeParse(lines(10)).success).toBe(true);
		expect(social_links.schema.safeParse(lines(11)).error?.issues[0]?.message).toBe("最多 10 個連結。");
	});
});

test.each([
	["https://www.example.org/privacy", true],
	["http://www.example.org/privacy", false],
	["https://user:secret@example.org/", false],
	["https://localhost/", false],
	["/privacy", false],
])("%s as the address of the privacy policy: %s", (address, is) => {
	expect([isPublicLink(address), privacy_url.schema.safeParse(address).success]).toEqual([is, is]);
});
