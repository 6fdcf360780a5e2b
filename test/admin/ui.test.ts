import { expect, test } from "vitest";
import { styleguidePage } from "#admin/shell/styleguide/page.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, checkboxes, choices, segment } from "#ui/choices.ts";
import { copyList } from "#ui/copy.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, toHtml } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { doorFrame, memberFrame, staffFrame } from "#ui/layout.ts";
import { notice } from "#ui/notice.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { steps, thread } from "#ui/thread.ts";
import { type Element, parse } from "../support/markup.ts";

const links = { home: "/admin", account: "/account", theme: "/theme", logout: "/logout" };
const who = { name: "蘇奕廷", roles: "會務秘書" };
const staff = (evil = ""): string =>
	staffFrame({
		association: `晨曦病友協會${evil}`,
		who: { name: who.name + evil, roles: who.roles + evil },
		links,
		theme: "dark",
		search: { href: "/admin/search", label: "搜尋文章、使用者", placeholder: "搜尋文章、使用者" },
		here: `/admin?q=${evil}`,
		flash: { text: `已儲存${evil}` },
		areas: [
			{ group: `系統${evil}`, label: `使用者${evil}`, href: "/admin/users", current: true, count: 2 },
			{ group: "官網管理", label: "文章", href: "/admin/articles" },
		],
		...styleguidePage(),
		title: `元件${evil}`,
		area: `系統${evil}`,
	});
const member = (evil = ""): string =>
	memberFrame({
		association: "晨曦病友協會",
		who: { name: "方以晴", roles: "會員" },
		links,
		theme: "system",
		nav: [{ label: `首頁${evil}`, href: "/member", current: true }],
		title: "首頁",
		contact: `電話${evil}`,
		body: html`<p>內容</p>`,
	});
const door = (evil = ""): string =>
	doorFrame({
		association: `晨曦${evil}`,
		title: `登入${evil}`,
		lead: `說明${evil}`,
		theme: "light",
		home: "/",
		body: html`<p>表單</p>`,
	});

test("a template must have exactly one root", () => {
	expect(() => html`<p>一</p><p>二</p>`).toThrow("exactly one root");
	expect(() => html`只有文字`).toThrow("exactly one root");
	expect(() => html``).toThrow("exactly one root");
	expect(toHtml(html`<p class="a">${"<i>"}</p>`)).toBe('<p class="a">&lt;i></p>');
});

const GLOBAL = /^(id|class|role|hidden|lang|title|tabindex|spellcheck|autocapitalize|(aria|data)-[a-z-]+)$/;
/** Attributes that may stand on an element, beside the global ones: HTML's and SVG's own lists, as far as they are used. */
const KNOWN: Record<string, string> = {
	html: "lang",
	meta: "charset name content",
	link: "rel href type",
	script: "type src",
	a: "href download",
	form: "method action enctype novalidate autocomplete",
	input:
		"type name value checked disabled readonly required autocomplete placeholder inputmode maxlength min max accept multiple form autofocus list size",
	button: "type name value disabled form formaction formtarget",
	img: "src alt width height",
	select: "name required disabled",
	option: "value selected disabled",
	textarea: "name rows required disabled readonly maxlength placeholder autocomplete",
	label: "for",
	details: "open",
	dialog: "open",
	progress: "max value",
	time: "datetime",
	th: "scope colspan rowspan",
	td: "colspan rowspan",
	"x-island": "name src when props",
	svg: "viewBox preserveAspectRatio direction",
	use: "href",
	rect: "x y width height rx fill",
	circle: "cx cy r",
	path: "d stroke-dasharray",
	line: "x1 x2 y1 y2",
	text: "x y text-anchor",
};

const pages = { staff: parse(staff()), member: parse(member()), door: parse(door()) };
const every = Object.entries(pages).flatMap(([page, elements]) => elements.map((element) => ({ page, ...element })));

test("only known attributes, nothing inline", () => {
	const strange = every.flatMap(({ page, name, attributes }) =>
		Object.keys(attributes)
			.filter((one) => !GLOBAL.test(one) && !(KNOWN[name] ?? "").split(" ").includes(one))
			.map((one) => `${page}: ${one} on ${name}`),
	);
	expect(strange).toEqual([]);
	expect(every.filter(({ name, attributes }) => name === "style" || (name === "script" && !attributes.src))).toEqual(
		[],
	);
});

test.each(Object.entries(pages))("%s: ids are unique, and everything that is pointed at exists", (_, elements) => {
	const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
	expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
	const pointed = elements.flatMap(({ attributes }) => [
		...(attributes["aria-describedby"] ?? "").split(" "),
		...(attributes["aria-labelledby"] ?? "").split(" "),
		attributes.for ?? "",
		attributes.form ?? "",
		attributes["data-dialog"] ?? "",
		attributes["data-show"] ?? "",
		(attributes.href ?? "").startsWith("#") ? (attributes.href ?? "").slice(1) : "",
	]);
	expect(pointed.filter((id) => id !== "" && !ids.includes(id))).toEqual([]);
});

const labelled = (element: Element, elements: Element[]): boolean =>
	Boolean(element.attributes["aria-label"]) ||
	element.inside.includes("label") ||
	elements.some(({ name, attributes }) => name === "label" && attributes.for === element.attributes.id);

test.each(Object.entries(pages))("%s: every control has a label", (_, elements) => {
	const controls = elements.filter(
		({ name, attributes }) => ["input", "select", "textarea"].includes(name) && attributes.type !== "hidden",
	);
	expect(controls.filter((one) => !labelled(one, elements)).map(({ attributes }) => attributes)).toEqual([]);
	const bare = elements.filter(
		({ name, attributes, text }) =>
			["button", "a"].includes(name) && !text && !attributes["aria-label"] && !("hidden" in attributes),
	);
	expect(bare).toEqual([]);
});

test.each(Object.entries(pages))("%s: one h1, and headings do not skip", (_, elements) => {
	const levels = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? Number(name[1]) : []));
	expect(levels.filter((level) => level === 1).length).toBe(1);
	expect(levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
});

test("the style page shows a control of every kind", () => {
	const types = new Set(pages.staff.filter(({ name }) => name === "input").map(({ attributes }) => attributes.type));
	expect([...types].sort()).toEqual([
		"checkbox",
		"email",
		"file",
		"hidden",
		"password",
		"radio",
		"search",
		"tel",
		"text",
		"url",
	]);
});

test("the window says page, area and association, and the theme is the server's", () => {
	expect(/<title>(.*?)<\/title>/.exec(staff())?.[1]).toBe("元件｜系統｜晨曦病友協會");
	expect(/^<!doctype html><html lang="zh-Hant-TW"([^>]*)>/.exec(staff())?.[1]).toBe(' data-theme="dark"');
	expect(/^<!doctype html><html lang="zh-Hant-TW"([^>]*)>/.exec(member())?.[1]).toBe("");
});

test("the chunks of an island are preloaded where it wakes by itself, and nowhere else", () => {
	const preloaded = (page: string): number => [...page.matchAll(/rel="modulepreload"/g)].length;
	expect(preloaded(door())).toBe(0);
	expect(preloaded(member())).toBe(0);
	expect(preloaded(staff())).toBeGreaterThan(0);
	expect(staff()).not.toContain("search-box.island");
});

const EVIL = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;

test.each([
	["staff", staff],
	["member", member],
	["door", door],
])("%s frame: no text becomes markup", (_, draw) => {
	const clean = parse(draw()).map(({ name }) => name);
	expect(parse(draw(EVIL)).map(({ name }) => name)).toEqual(clean);
});

const state = (evil: string): FormState => ({
	values: { a: `甲${evil}`, b: [`乙${evil}`] },
	errors: { a: [`錯${evil}`], "": [`全${evil}`] },
	problem: `不行${evil}`,
	conflict: [{ field: "a", label: `欄${evil}`, mine: `我${evil}`, theirs: `你${evil}` }],
});
const options = (evil: string) => [{ value: `v${evil}`, label: `項${evil}`, hint: `註${evil}`, sub: `註${evil}` }];
const everything = (evil: string): string => {
	const shared = { name: "a", label: `名${evil}`, hint: `註${evil}`, state: state(evil) };
	return toHtml(html`<div>
		${form({ action: `/x?${evil}`, state: state(evil), submit: `存${evil}`, cancel: `/${evil}`, key: evil, busy: evil }, evil)}
		${field({ ...shared, placeholder: evil, unit: evil })} ${field({ ...shared, type: "textarea" })}
		${field({ ...shared, type: "select", options: options(evil), empty: evil })} ${checkbox(shared)}
		${checkboxes({ ...shared, options: options(evil) })} ${segment({ ...shared, options: options(evil) })}
		${choices({ ...shared, options: options(evil) })} ${button({ label: evil || "鈕", about: `關於${evil}`, data: { copy: evil } })}
		${linkButton({ label: `往${evil}`, href: `/${evil}` })} ${card({ title: `卡${evil}`, foot: evil }, evil)}
		${notice({ title: `題${evil}` }, evil)} ${status({ word: `態${evil}` })}
		${noneYet({ title: `空${evil}`, text: `空${evil}` })} ${noMatch({ title: `無${evil}`, clearHref: `/${evil}` })}
		${facts([{ name: evil, value: `值${evil}` }])} ${items([{ title: evil, sub: `次${evil}`, end: evil, endSub: `末${evil}`, href: `/${evil}` }])}
		${steps([{ title: evil, state: "now", who: `誰${evil}`, comment: `話${evil}` }])} ${thread([{ text: evil, by: evil, at: evil }])}
		${copyList([{ name: evil, text: evil }])}
	</div>`);
};

test("components: no text becomes markup, and every text is still there", () => {
	// The marked words of a conflict depend on its texts, so its ins and del are not counted.
	const names = (text: string) =>
		parse(text)
			.map(({ name }) => name)
			.filter((name) => name !== "ins" && name !== "del");
	expect(names(everything(EVIL))).toEqual(names(everything("無")));
	expect(everything(EVIL).split("&lt;script>").length).toBeGreaterThan(50);
});

test("the errors of a field are sentences one after the other", () => {
	const errors = { a: ["第 2 行不正確。", "第 3 行不正確。", "檔案太大", "請重選。"] };
	const drawn = toHtml(field({ name: "a", label: "名單", state: { values: {}, errors } }));
	expect(drawn).toContain("<span>第 2 行不正確。第 3 行不正確。檔案太大；請重選。</span>");
});

test("a cell without content has no label on a phone", () => {
	const columns = [
		{ label: "帳戶", cell: () => "活期存款" },
		{ label: "調節表", cell: () => false },
	];
	const cells = parse(toHtml(table({ caption: "帳戶", cards: true, columns, rows: [1] }))).filter(
		({ name }) => name === "td",
	);
	expect(cells.map(({ attributes }) => attributes["data-label"])).toEqual(["帳戶", undefined]);
});
