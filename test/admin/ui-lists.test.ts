import { expect, test } from "vitest";
import { niceScale } from "#ui/chart-scale.ts";
import { followChoices } from "#ui/conflict.ts";
import { conditions } from "#ui/filters.ts";
import { toHtml } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { pager, pagesShown } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { relativeWords, rocDate, timeWords } from "#ui/time.ts";
import { type Here, hrefWith, hrefWithout, pageHref, sortHref, sortOf } from "#ui/url-state.ts";

const here: Here = {
	path: "/admin/members",
	query: { q: "方 & 何", type: ["a", "b"], page: "3", sort: "-until", empty: "" },
};

test("a change goes back to the first page and keeps every other condition", () => {
	expect(hrefWith(here, { q: "新" })).toBe("/admin/members?q=%E6%96%B0&type=a&type=b&sort=-until");
	expect(pageHref(here, 4)).toBe("/admin/members?q=%E6%96%B9+%26+%E4%BD%95&type=a&type=b&page=4&sort=-until");
	expect(pageHref(here, 1)).toBe("/admin/members?q=%E6%96%B9+%26+%E4%BD%95&type=a&type=b&sort=-until");
	expect(hrefWithout(here, "type", "a")).toBe("/admin/members?q=%E6%96%B9+%26+%E4%BD%95&type=b&sort=-until");
	expect(hrefWith({ path: "/x", query: {} }, {})).toBe("/x");
});

test("a header sorts by itself, and the other way round the second time", () => {
	const now = sortOf(here, "name");
	expect(now).toEqual({ by: "until", down: true });
	expect(new URL(sortHref(here, now, "until"), "http://x").searchParams.get("sort")).toBe("until");
	expect(new URL(sortHref(here, { by: "until", down: false }, "until"), "http://x").searchParams.get("sort")).toBe(
		"-until",
	);
	expect(sortOf({ path: "/", query: {} }, "-created")).toEqual({ by: "created", down: true });
});

test("the pages named are the ends, the present one and its neighbours", () => {
	expect(pagesShown(1, 1)).toEqual([1]);
	expect(pagesShown(1, 7)).toEqual([1, 2, 0, 7]);
	expect(pagesShown(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	expect(pagesShown(10, 20)).toEqual([1, 0, 9, 10, 11, 0, 20]);
	expect(pager({ here, page: 1, size: 20, total: 0, unit: "位" })).toBe(null);
});

test("conditions say the words of their option and drop only themselves", () => {
	const shown = conditions({
		here: { path: "/l", query: { q: "何", state: "active" } },
		search: { placeholder: "" },
		fields: ["state", "kind", "city"].map((name) => ({
			name,
			label: "狀態",
			options: [{ value: "active", label: "有效" }],
		})),
	});
	expect(shown).toEqual([{ label: "狀態：有效", removeHref: "/l?q=%E4%BD%95" }]);
});

const columns: Column<{ name: string }>[] = [
	{ label: "姓名", head: true, sort: "name", cell: ({ name }) => name },
	{ label: "操作", end: true, cell: () => "檢視" },
];

test("an empty table is one row over all columns; the sorted column says which way", () => {
	const sorted = { here: { path: "/l", query: { sort: "-name" } }, now: { by: "name", down: true } };
	const text = toHtml(table({ caption: "名冊", columns, rows: [], sorted, cards: true }));
	expect([...text.matchAll(/<tr/g)].length).toBe(2);
	expect(text).toContain('<td role="cell" colspan="2">');
	expect([...text.matchAll(/aria-sort="(\w+)"/g)].map(([, way]) => way)).toEqual(["descending"]);
});

test("a scale has round steps, holds 0 and goes below it when a value does", () => {
	expect(niceScale([78, 140, 128])).toEqual([0, 50, 100, 150]);
	expect(niceScale([52, -57, 122])).toEqual([-100, -50, 0, 50, 100, 150]);
	expect(niceScale([0.3])).toEqual([0, 0.1, 0.2, 0.3]);
	expect(niceScale([-4])).toEqual([-4, -3, -2, -1, 0]);
	expect(niceScale([])).toEqual([0, 1]);
});

test("times are said as people say them in Taipei", () => {
	const now = Date.UTC(2026, 10, 20, 2, 30);
	const minutes = (ago: number) => relativeWords(now - ago * 60_000, now);
	expect([0.5, 12, 150, 1_000, 9_000, 900_000, -1_300].map(minutes)).toEqual([
		"剛剛",
		"12 分鐘前",
		"今天 08:00",
		"昨天 17:50",
		"11月14日",
		"114年3月5日",
		"明天 08:10",
	]);
	expect(timeWords(Date.UTC(2026, 0, 4, 16, 5))).toBe("115年1月5日 00:05");
	expect(rocDate(Date.UTC(2026, 0, 4, 16, 5))).toBe("115年1月5日");
});

test("amounts have thousands and a true minus", () => {
	expect([figure(-1_284_630), figure(0), figure(null), money(500)]).toEqual(["−1,284,630", "0", "—", "500 元"]);
	for (const value of [
		1,
		999,
		1_000,
		12_345,
		999_999,
		1_000_000,
		-999,
		-1_000,
		Number.MAX_SAFE_INTEGER,
		0.5,
		-1_234.25,
	])
		expect(figure(value)).toBe(value.toLocaleString("en-US").replace("-", "−"));
});

test("where 對方 was chosen the field takes the stored text, else it keeps what was typed", () => {
	expect(
		followChoices({
			title: "我的",
			body: "我的",
			"_take.title": "theirs",
			"_theirs.title": "對方的",
			"_take.body": "mine",
			"_theirs.body": "對方的",
		}),
	).toEqual({ title: "對方的", body: "我的" });
	expect(followChoices({ title: "後來打的", "_take.title": "theirs" })).toEqual({ title: "後來打的" });
});
