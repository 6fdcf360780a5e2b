/**
 * The numbers on every page of the staff and of members, as they are answered: a record that has a number of its own is
 * named by it, and amounts and counts have commas between their thousands.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { recordNumberOf } from "#db/record-numbers.ts";
import { fillPages } from "../support/admin-rows.ts";
import { type AdminServer, type Store, sessionOf, startAdmin } from "../support/admin-server.ts";
import { PAGES, STATES } from "../support/every-page.ts";

const AT_ONCE = 4;
/** More of what lists count than any has otherwise. */
const MANY = 1_234;
let world: AdminServer;
/** The text of each page, by who opens it and its address. */
const texts = new Map<string, string>();
/** The digits of texts that name or identify something in the database: accounts, tax ids, phones, numbers of papers. */
let identifiers: ReadonlySet<string>;
/** The ids of the records that have a number of their own, by the word for their kind. */
let numbered: Readonly<Record<string, ReadonlySet<number>>>;

before(async () => {
	const sessions = { admin: "", member: "" };
	let known: Record<string, string[]> = {};
	world = await startAdmin({
		prepare: async (store) => {
			known = await fillPages(store);
			await fillMany(store);
			sessions.admin = await sessionOf(store, "admin@example.org");
			sessions.member = await sessionOf(store, "member@example.org");
		},
	});
	identifiers = await identifiersIn(world);
	numbered = await numberedIn(world);
	const all = [...PAGES, ...STATES].flatMap(({ path, as, to, status = 200 }) =>
		(as === "admin" || as === "member") && to === undefined && status === 200
			? (known[path] ?? [path]).map((address) => ({ address, as }))
			: [],
	);
	const next = async (): Promise<void> => {
		for (let one = all.pop(); one; one = all.pop()) {
			const headers = { Cookie: `session=${sessions[one.as]}` };
			const answer = await fetch(world.address + one.address, { headers, redirect: "manual" });
			texts.set(`${one.as} ${one.address}`, textOf(await answer.text()));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, next));
});
after(() => world?.stop());

/** SQL: the number of a row in three letters, for names that have no digits. */
const LETTERS = "char(97 + i / 676 % 26, 97 + i / 26 % 26, 97 + i % 26)";

/** Rows beside those of `fillPages`, so that lists, menus and sums count thousands. */
async function fillMany({ env: { DB } }: Store): Promise<void> {
	const rows = [
		`members (name, status, created_at, updated_at) SELECT '會員', 'active', 1, 1`,
		`tasks (title, rank, created_at, updated_at) SELECT '任務', i + 5000, 1, 1`,
		`notes (notable_type, notable_id, content, created_at, updated_at) SELECT 'member', 1, '備忘', 1, 1`,
		`donors (kind, name, seal_id, created_at, updated_at) SELECT 'person', '捐款人', 'many-donor-' || i, 1, 1`,
		`payees (kind, name, name_folded, seal_id, created_at, updated_at) SELECT 'person', '受款人', '受款人', 'many-payee-' || i, 1, 1`,
		`redirects (path, address, created_at, updated_at) SELECT '/many-' || ${LETTERS}, '/', 1, 1`,
		`tags (slug, name, created_at, updated_at) SELECT 'many-' || ${LETTERS}, '標籤 ' || ${LETTERS}, 1, 1`,
		`articles (slug, type, title, created_at, updated_at) SELECT 'many-' || ${LETTERS}, 'news', '文章', 1, 1`,
	];
	for (const row of rows)
		await DB.prepare(
			`INSERT INTO ${row} FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY}) SELECT i FROM n) WHERE true`,
		).run();
}

const digitsOf = (text: string): string[] => text.match(/\d{4,}/g) ?? [];

async function identifiersIn({ env: { DB } }: Store): Promise<Set<string>> {
	const sources = [
		"SELECT code FROM accounts",
		"SELECT tax_id FROM payees UNION SELECT national_id_mask FROM donors UNION SELECT national_id_mask FROM payees",
		"SELECT number FROM bank_accounts UNION SELECT last5 FROM payments UNION SELECT last5 FROM bank_lines",
		"SELECT account FROM payee_accounts UNION SELECT payee_account FROM finance_documents UNION SELECT payee_tax_id FROM finance_documents",
		"SELECT tax_id FROM members UNION SELECT value FROM settings WHERE key LIKE 'association.%'",
	];
	const found = await Promise.all(sources.map((sql) => DB.prepare(sql).raw<[string | null]>()));
	return new Set(found.flat().flatMap(([text]) => digitsOf(text ?? "")));
}

const KINDS = {
	支出申請: ["finance", "finance_documents"],
	收據: ["receipt", "receipts"],
	傳票: ["voucher", "vouchers"],
	收入: ["income", "income_records"],
	會員: ["member", "members"],
} as const;

async function numberedIn({ env: { DB } }: Store): Promise<Record<string, Set<number>>> {
	const sets = Object.entries(KINDS).map(async ([word, [kind, table]]) => {
		const number = recordNumberOf(`'${kind}'`, "t.id");
		const { results } = await DB.prepare(`SELECT t.id FROM ${table} t WHERE ${number} IS NOT NULL`).all<{
			id: number;
		}>();
		return [word, new Set(results.map(({ id }) => id))] as const;
	});
	return Object.fromEntries(await Promise.all(sets));
}

/** What is read on a page, a bar for each tag; without what is typed, quoted as it is stored, or counted beside a name. */
const textOf = (html: string): string =>
	html
		.replaceAll(/<(script|style|textarea|code|svg|template)\b[\s\S]*?<\/\1>/g, "")
		// The kinds of a timeline and of what waits, each with how many there are.
		.replaceAll(/<nav class="segment"[\s\S]*?<\/nav>/g, (segment) => segment.replaceAll(/ (?=[\d,]+<)/g, "："))
		.replaceAll(/<a href="\/admin\?wait=[^>]*>[^<]*/g, (kind) => kind.replace(/ (?=[\d,]+$)/, "："))
		.replaceAll(/<[^>]+>/g, "|")
		.replaceAll(/\s+/g, " ");

const NAMED = new RegExp(
	`(${Object.keys(KINDS).join("|")})[ 　#＃]{0,2}(\\d+)(?![\\d,.-]| ?[元千萬筆張位人件份個項則年月號])`,
	"g",
);
/** Returns the records that a text names by their ids although they have numbers. */
const namedById = (text: string): string[] =>
	[...text.matchAll(NAMED)].flatMap(([whole, word = "", id]) => (numbered[word]?.has(Number(id)) ? [whole] : []));

/** What has four or more digits together and is no amount and no count, and why. */
const NO_QUANTITIES: [why: string, what: RegExp][] = [
	["a telephone number", /(?<!\d)0\d{1,3}[- ]?\d{3,4}[- ]?\d{3,4}(?!\d)/g],
	["the number of a task, or of an invoice in the name of its picture", /#\d{4,}|(?<![A-Z])[A-Z]{2}-?\d{8}(?!\d)/g],
	["an address, or the digest of a content", /https?:\/\/\S+|localhost:\d+\S*|(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{8,}/g],
	["a western year or date", /(?<!\d)(?:1[89]|2[01])\d\d(?= ?年|[/.-]\d|（民國| 或 民國|-H[12]|-\d\d)/g],
	[
		"the number of a record: M0018, F115-0014, 會115-000007, its year and series",
		/(?<![\d,])(?:[A-Z]{1,2}|[\p{Script=Han}]?\d{2,3}-)\d{4,}/gu,
	],
	["the article of a law", /§§?\d+|(?<=§§[\d、–]*、)\d+/g],
	["the size of a picture in pixels", /\d+ × \d+/g],
	["a key by chance, of letters and digits", /(?<!\w)(?=\w*[A-Za-z]\w*[A-Za-z])\w{20,}/g],
	["an example of what may be typed, or of a licence", /1151130|20261130|、1000|第 1234567 號|\d{4}-\d\d(?= 的子目)/g],
];
/** Pages whose numbers are drawn by hand, as examples of components. */
const EXAMPLES = /^admin \/admin\/styleguide/;

/** Returns the runs of digits of a text that look like amounts or counts without commas, with what is around them. */
function withoutCommas(text: string): string[] {
	const rest = NO_QUANTITIES.reduce((left, [, what]) => left.replaceAll(what, "…"), text);
	return [...rest.matchAll(/(?<![\d,])\d{4,}/g)].flatMap((run) =>
		identifiers.has(run[0]) ? [] : [rest.slice(Math.max(0, run.index - 16), run.index + 16)],
	);
}

/** Returns what is found on pages, with the first page that has it. */
function found(find: (text: string) => string[]): [string, string][] {
	const all = new Map<string, string>();
	for (const [page, text] of texts) for (const one of find(text)) if (!all.has(one)) all.set(one, page);
	return [...all];
}

describe("numbers on pages", () => {
	test("a record that has a number of its own is named by it, not by its id", () => {
		assert.ok(Object.values(numbered).every(({ size }) => size > 0));
		const [id = 0] = numbered.支出申請 ?? [];
		assert.deepEqual(namedById(`|已用於|支出申請 ${id}|，支出申請 F115-0001，支出申請 ${id} 件`), [`支出申請 ${id}`]);
		assert.deepEqual(found(namedById), []);
	});

	test("amounts and counts have commas between their thousands", () => {
		const counted = [...texts.values()].filter((text) => /(?<!\d)1,2[3-9]\d(?!\d)/.test(text));
		assert.ok(counted.length > 5, `${counted.length} pages count thousands`);
		assert.equal(withoutCommas("|共 7654 筆|1,234 元，98765 元，M0018，2026 年，115/11/30|").length, 2);
		assert.deepEqual(
			found(withoutCommas).filter(([, page]) => !EXAMPLES.test(page)),
			[],
		);
	});
});
