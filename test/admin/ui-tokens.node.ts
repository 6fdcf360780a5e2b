/** The colours of tokens.css keep their contrast, and nothing but tokens.css chooses one. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const tokens = readFileSync("src/ui/styles/tokens.css", "utf8");

const HEX = "#[0-9a-f]{6}";
const colours = new Map(
	[...tokens.matchAll(new RegExp(`--([a-z0-9-]+):\\s*light-dark\\((${HEX}),\\s*(${HEX})\\)`, "g"))].map(
		([, name = "", light = "", dark = ""]) => [name, { light, dark }],
	),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(front: string, ground: string, theme: "light" | "dark"): number {
	const [a, b] = [colours.get(front), colours.get(ground)];
	if (!a || !b) throw new Error(`no colour ${a ? ground : front}`);
	const [low = 0, high = 0] = [luminance(a[theme]), luminance(b[theme])].sort((one, two) => one - two);
	return (high + 0.05) / (low + 0.05);
}

const TONES = ["danger", "warn", "ok", "info"];
const TEXT: [string, string][] = [
	...["canvas", "surface", "sunken"].flatMap((ground) =>
		["ink", "ink-soft", "accent", ...TONES].map((front): [string, string] => [front, ground]),
	),
	...["hover", "open", "accent-soft"].flatMap((ground) =>
		["ink", "ink-soft", "accent"].map((front): [string, string] => [front, ground]),
	),
	...TONES.flatMap((tone): [string, string][] => [
		[tone, `${tone}-soft`],
		["ink", `${tone}-soft`],
	]),
	["accent", "ok-soft"],
	["on-accent", "accent"],
	["on-accent", "accent-hover"],
	["on-brand", "brand"],
	["on-brand-soft", "brand"],
];
const SHAPES: [string, string][] = [
	...["canvas", "surface", "sunken"].flatMap((ground): [string, string][] => [
		["line-strong", ground],
		["focus", ground],
	]),
	...["accent", "chart-2", "info", "line-strong"].map((front): [string, string] => [front, "surface"]),
];

const below = (pairs: [string, string][], least: number): string[] =>
	(["light", "dark"] as const).flatMap((theme) =>
		pairs
			.map(([front, ground]) => ({ front, ground, ratio: contrast(front, ground, theme) }))
			.filter(({ ratio }) => ratio < least)
			.map(({ front, ground, ratio }) => `${theme}: ${front} on ${ground} ${ratio.toFixed(2)}`),
	);

test("every text is at least 5.5:1 on every ground it stands on, in both themes", () => {
	assert.deepEqual(below(TEXT, 5.5), []);
});

test("lines of controls, focus rings and charts are at least 3:1, in both themes", () => {
	assert.deepEqual(below(SHAPES, 3), []);
});

test("the reader of the style sheet finds all colours", () => {
	assert.equal(colours.size, 26);
});

test("a colour is chosen in tokens.css only", () => {
	const elsewhere = globSync("src/ui/styles/**/*.css")
		.filter((path) => !path.endsWith("tokens.css"))
		.flatMap((path) =>
			[...readFileSync(path, "utf8").matchAll(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(|light-dark\(/g)].map(
				([found]) => `${path}: ${found}`,
			),
		);
	assert.deepEqual(elsewhere, []);
});
