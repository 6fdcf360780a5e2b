import { beforeAll, describe, expect, test } from "vitest";
import { PERMISSIONS } from "#permissions.ts";
import { newSeed } from "../support/chances.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";
import { fillSorted } from "../support/sorted-rows.ts";

/**
 * Every list as a reader sees it: the pages of the lists are found among all routes, their columns and orders are read
 * from their headers, and what the cells show is compared.
 */

/** The columns by which nothing is sorted, and why; of every list under "*". */
const BUTTONS = "buttons, no value";
const FREE = "a free combination of values";
const MASKED = "sealed: the order would tell of the number behind the mask";
const STAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"*": { 操作: BUTTONS, 修改: BUTTONS, 合併: BUTTONS },
	"/admin/members": { 備忘錄: "the order would tell who has notes to those who may not see them" },
	"/admin/members/contacts": { 受監護的會員: FREE, 群組: FREE },
	"/admin/members/imports": { 結果: FREE },
	"/admin/payments/imports": { 結果: FREE },
	"/admin/bank": { 明細: FREE },
	"/admin/segments": { 條件: FREE },
	"/admin/payments": { 項目: FREE },
	"/admin/receipts": { 收入項目: FREE },
	"/admin/income/donors": { 證號: MASKED },
	"/admin/payees": { 證號: MASKED },
	"/admin/bank/accounts": { 調節表: BUTTONS },
	"/admin/ledger/templates": { 分錄: FREE },
	"/admin/articles": { 分類與標籤: FREE },
	"/admin/webhooks": { 事件: FREE },
	"/admin/media/failures": { 圖片: "the picture itself, no value" },
	"/admin/users": { 角色: FREE },
	"/admin/roles": { 可以做的事: FREE },
	"/admin/dead-letters": { 內容: BUTTONS },
};

/** Columns whose order is more than what a cell says: items by menu, then below one another; what is next, or ended. */
const OF_MORE = ["/admin/menus 順序", "/admin/mail 進度"];
/** Logs, which grow without end: their pages follow one another by the time of the last row, newest first. */
const LOGS = ["/admin/audit", "/admin/members/access"];

type Head = { label: string; sort: string | undefined };
type Cell = { text: string; isSoft: boolean };
/** `head` is what the cell of the row's header says. */
type Line = { key: string; head: string; cells: Cell[] };
type Shown = { heads: Head[]; lines: Line[]; next: boolean; tabs: string[]; columns: string[] };

const plain = (html: string): string =>
	html
		.replace(/<span class="sr">.*?<\/span>/gs, "")
		.replace(/<small.*?<\/small>/gs, "")
		.replace(/<[^>]*>/g, "")
		.replaceAll("&amp;", "&")
		.trim();

function cellOf(html: string): Cell {
	const time = /<time datetime="([^"]+)"/.exec(html.replace(/<small.*?<\/small>/gs, ""))?.[1];
	const link = /<a [^>]*>(.*?)<\/a>/s.exec(html)?.[1];
	const text = time ?? plain(link ?? html);
	return { text, isSoft: ["", "—", "沒有到期日"].includes(text) || /^\s*(?:<span>)?<span class="soft">/.test(html) };
}

/** Reads a list's page: its headers, its rows each by what is in it but its orders, and whether more pages follow. */
function read(html: string, path: string): Shown {
	const at = html.indexOf('<div id="list">');
	const list = html.slice(at, html.indexOf("</table>", at));
	const heads = [...list.matchAll(/<th\s+role="columnheader".*?<\/th>/gs)].map(([th]) => ({
		label: plain(th.replace(/<span class="sr">(.*?)<\/span>/gs, "$1")),
		sort: /href="[^"]*[?&;]sort=-?([a-z_]+)/.exec(th)?.[1],
	}));
	const lines = [...list.matchAll(/<tr role="row"(?! class="empty-row")[^>]*>(.*?)<\/tr>/gs)]
		.filter(([, row = ""]) => /role="(?:row)?(?:header|cell)"/.test(row) && !row.includes("columnheader"))
		.map(([, row = ""]) => ({
			key: [/<th role="rowheader".*?<\/th>/s.exec(row)?.[0], ...row.matchAll(/<a [^>]*href="\/admin[^"?#]*/g)].join(
				" ",
			),
			head: cellOf(/<th role="rowheader"[^>]*>(.*?)<\/th>/s.exec(row)?.[1] ?? "").text,
			cells: [...row.matchAll(/<(?:td role="cell"|th role="rowheader")[^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) =>
				cellOf(cell),
			),
		}));
	const tabs = [...html.matchAll(/href="([^"]+)"/g)]
		.map(([, href = ""]) => href.replaceAll("&amp;", "&"))
		.filter(
			(href) => href.startsWith(`${path}?`) && /[?&](?:tab|time|people)=/.test(href) && !/sort=|page=/.test(href),
		);
	const columns = [...html.matchAll(/<a id="col-([a-z0-9_-]+)"/g)]
		.map(([, id = ""]) => id)
		.filter((id) => id !== "usual");
	return { heads, lines, next: html.includes("下一頁"), tabs: [...new Set(tabs)], columns };
}

let all: Person;
const seed = newSeed();

const pageOf = async (address: string, path: string): Promise<Shown | undefined> => {
	const answer = await ask(address, { as: all });
	const html = await answer.text();
	return answer.status === 200 && html.includes('<div id="list">') ? read(html, path) : undefined;
};

const withSort = (address: string, sort: string): string =>
	`${address}${address.includes("?") ? "&" : "?"}sort=${sort}`;

/** Reads all pages of a list in an order; a list that has all its rows on one page knows no page. */
async function wholeOf(address: string, sort: string): Promise<Line[]> {
	const lines: Line[] = [];
	const path = address.replace(/\?.*/, "");
	for (let page = 1; page < 20; page += 1) {
		const shown = await pageOf(`${withSort(address, sort)}&page=${page}`, path);
		const whole = shown ?? (await pageOf(withSort(address, sort), path));
		lines.push(...(whole?.lines ?? []));
		if (!shown?.next) break;
	}
	return lines;
}

const dayOf = (text: string): number | undefined => {
	const [, year, month, day] = /(\d{2,4})\D+(\d{1,2})\D+(\d{1,2})/.exec(text) ?? [];
	return year === undefined ? undefined : Number(year) * 10_000 + Number(month) * 100 + Number(day);
};
const amountOf = (text: string): number | undefined =>
	/^-?[\d,]+(?: ?[^\d,]{1,2})?$/.test(text) ? Number.parseInt(text.replaceAll(",", ""), 10) : undefined;

const rises = <T extends string | number>(values: readonly (T | undefined)[]): boolean =>
	values.every((value, at) => {
		const before = values[at - 1];
		return value !== undefined && (at === 0 || (before !== undefined && before <= value));
	});
/** Whether what is alike stands together: a code in an order of its own. */
const isGrouped = (texts: readonly string[]): boolean =>
	texts.length === 0 || texts.filter((text, at) => text !== texts[at - 1]).length === new Set(texts).size;

/** Whether texts stand in an order that a reader sees: of amounts, days, numbers, words, or of codes by groups. */
function isInOrder(texts: readonly string[]): boolean {
	const sizes = texts.map((text) => `${String([...text].length).padStart(3, "0")}${text}`);
	if (rises(texts.map(amountOf)) || rises(texts.map(dayOf)) || rises(texts) || rises(sizes)) return true;
	const many = new Set(texts).size;
	return isGrouped(texts) && (many < 9 || many < texts.length / 2);
}

const FILES = routes.filter(({ path }) => path.endsWith("/export/csv")).map(({ path }) => path);
/** Returns which rows of a list are not in their place in its file, in an order; no row where the list has no file. */
async function misplaced(path: string, sort: string, lines: readonly Line[]): Promise<string[]> {
	const file = FILES.find((one) => one === `${path}/export/csv`);
	if (file === undefined) return [];
	filed.add(path);
	const asked = path === "/admin/members" ? "&columns=name" : "";
	const answer = await ask(`${withSort(file, sort)}${asked}`, { as: all });
	const rows = (await answer.text()).trim().split("\r\n").slice(-lines.length);
	if (rows.length !== lines.length) return [`${rows.length} rows of ${lines.length}`];
	return lines.flatMap(({ head }, nth) => (rows[nth]?.includes(head) ? [] : `${head} is not in ${rows[nth]}`));
}

const keysOf = (lines: readonly Line[]): string[] => lines.map(({ key }) => key);
const sorted = (keys: readonly string[]): string[] => [...keys].sort();

const LISTS = routes
	.filter(
		({ method, path }) => method === "GET" && path.startsWith("/admin") && !path.includes(":") && !LOGS.includes(path),
	)
	.map(({ path }) => path);

beforeAll(async () => {
	brokenOnPurpose("rows of plain SQL that stand on no others");
	all = await signIn({ name: "全部", permissions: [...PERMISSIONS] });
	await fillSorted(seed, all.userId);
}, 120_000);

/** Lists, and tabs of lists, whose rows take more than plain SQL to be there: their orders are asked for all the same. */
const MAY_BE_EMPTY: readonly string[] = [
	"/admin/finance/advances",
	"/admin/members/privacy?tab=closed",
	"/admin/organisations",
	"/admin/groups/people?time=past",
	"/admin/members/duplicates?tab=distinct",
	"/admin/members/turning-18",
	"/admin/members/turning-18?tab=adult",
	"/admin/releases/stories",
	"/admin/media/failures",
];
const found: string[] = [];
const empty: string[] = [];
const varied = new Set<string>();
const used = new Set<string>();
const filed = new Set<string>();

/** Judges the headers of a list, and the orders of one without rows, which the database must know all the same. */
async function judgeHeads(address: string, { heads, lines }: Shown): Promise<void> {
	const path = address.replace(/\?.*/, "");
	const stay = { ...STAYS["*"], ...STAYS[path] };
	for (const { label, sort } of heads) {
		if (label in stay) used.add(`${path} ${label}`);
		expect([address, label, sort === undefined]).toEqual([address, label, label in stay]);
	}
	expect(heads.length).toBeGreaterThan(0);
	if (lines.length > 0) return;
	empty.push(address);
	for (const sort of heads.flatMap((head) => (head.sort ? [head.sort, `-${head.sort}`] : [])))
		expect([address, sort, await pageOf(withSort(address, sort), path)]).toMatchObject([address, sort, { lines: [] }]);
}

async function judge(address: string): Promise<void> {
	const path = address.replace(/\?.*/, "");
	const first = await pageOf(address, path);
	if (!first) return;
	await judgeHeads(address, first);
	if (first.lines.length === 0) return;
	const usual = keysOf(await wholeOf(address, ""));
	for (const [nth, { label, sort }] of first.heads.entries()) {
		if (sort === undefined) continue;
		const [up, down] = [await wholeOf(address, sort), await wholeOf(address, `-${sort}`)];
		const about = `${address} ${label} (seed ${seed})`;
		expect([about, sorted(keysOf(up))]).toEqual([about, sorted(usual)]);
		expect([about, sorted(keysOf(down))]).toEqual([about, sorted(usual)]);
		if (!/[?&](?:tab|time)=/.test(address))
			expect([about, await misplaced(path, sort, up), await misplaced(path, `-${sort}`, down)]).toEqual([
				about,
				[],
				[],
			]);
		if (OF_MORE.includes(`${path} ${label}`)) continue;
		const isSoft = ({ cells }: Line): boolean => cells[nth]?.isSoft === true;
		const [full, back] = [up.filter((line) => !isSoft(line)), down.filter((line) => !isSoft(line))];
		const textOf = ({ cells }: Line): string => cells[nth]?.text.split("、")[0] ?? "";
		const isReverse = (some: readonly Line[], others: readonly Line[]): boolean =>
			some.map(textOf).join("\n") === [...others].reverse().map(textOf).join("\n");
		// Rows without a value are last both ways, unless what they say is a value too, such as 沒有.
		const isLast = [up, down].every((lines) => lines.slice(full.length).every(isSoft));
		expect([about, isReverse(down, up) || (isReverse(back, full) && isLast)]).toEqual([about, true]);
		const texts = full.map(textOf);
		const told = isInOrder(texts) ? "" : texts.join(" ");
		expect([about, told]).toEqual([about, ""]);
		if (new Set(texts).size > 1) varied.add(`${path} ${label}`);
	}
}

describe("every column of every list sorts it, or says why not", () => {
	test.each(LISTS)(
		"%s",
		async (path) => {
			const shown = await pageOf(path, path);
			if (!shown) return;
			found.push(path);
			const cols = shown.columns.length > 0 ? `?cols=${shown.columns.join(".")}` : "";
			for (const address of [`${path}${cols}`, ...shown.tabs]) await judge(address);
		},
		120_000,
	);

	test("enough lists and columns were seen, with rows that differ, and every reason is of a column", () => {
		expect(found.length).toBeGreaterThanOrEqual(48);
		expect(varied.size).toBeGreaterThanOrEqual(140);
		expect(filed.size).toBeGreaterThanOrEqual(8);
		expect(empty.filter((address) => !MAY_BE_EMPTY.includes(address))).toEqual([]);
		const stale = Object.entries(STAYS).flatMap(([path, labels]) =>
			Object.keys(labels).filter(
				(label) => ![...used].some((one) => one.endsWith(label) && (path === "*" || one.startsWith(`${path} `))),
			),
		);
		expect(stale).toEqual([]);
	});

	test("an order that a list does not know is no address of it", async () => {
		for (const path of found)
			expect([path, (await ask(`${path}?sort=nothing`, { as: all })).status]).toEqual([path, 400]);
	});
});
