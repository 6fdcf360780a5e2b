/**
 * Fills the database for `npm run bench -- --only search` with a hundred thousand records of every kind that the
 * staff's search finds.
 */

import type { Bindings } from "#env.ts";
import { indexTokens } from "#kernel/tokens.ts";
import { say } from "./report.ts";

const AT_ONCE = 2_500;
/** How many public texts are inserted at once: a value in D1 holds 2 MB. */
const TEXTS_AT_ONCE = 250;

const pick = (choices: string, by: string): string =>
	`json_extract('${JSON.stringify(choices.split("、"))}', '$[' || (${by} % ${choices.split("、").length}) || ']')`;
const name = (i: string): string =>
	`substr('陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐', 1 + ${i} % 20, 1)
		|| substr('怡家志雅淑俊建美佳宗', 1 + ${i} / 20 % 10, 1) || substr('君豪芬瑜婷宏翰玲恩彬', 1 + ${i} / 200 % 10, 1)`;

/** The columns and values that are inserted into each table, computed from the numbers `i`. */
const TABLES: Record<string, string> = {
	users: `(name, email, phone, created_at, updated_at)
		SELECT ${name("i")}, 'u' || i || '@example.org', printf('09%08d', i * 7919 % 100000000), 1, 1`,
	members: `(member_no, name, status, birth_date, phone, email, created_at, updated_at)
		SELECT printf('M%04d', i), ${name("i")}, 'active', date('1950-01-01', '+' || (i * 37 % 25000) || ' days'),
			printf('09%08d', i * 104729 % 100000000), 'm' || i || '@example.org', 1, 1`,
	receipts: `(series, mark, roc_year, seq, number, payer_title, amount, items, method, paid_on, issued_on, created_at)
		SELECT 'dues', '會', 115, i, printf('115-%06d', i), ${name("i")}, 500 * (1 + i % 4),
			json_array(json_object('member_no', printf('M%04d', i))), 'cash', '2026-01-01', '2026-01-01', 1`,
	payments: `(source, method, paid_on, amount, last5, payer_title, submitted_at, created_at, updated_at)
		SELECT 'member', 'transfer', '2026-01-01', 500 * (1 + i % 4), printf('%05d', i % 100000), ${name("i")}, 1, 1, 1`,
	finance_documents: `(state, kind, roc_year, seq, title, applicant_id, payee_name, pay_by, gross, no_attachment_reason, state_since, created_at, updated_at)
		SELECT 'approved', 'vendor', 115, i, ${pick("病友聯誼活動場地費、會刊印刷費、基因檢測補助、辦公室租金、志工訓練講師費", "i")} || i,
			2 + i % 40, ${name("i * 3")} || '有限公司', 'cash', 1000 + i, '口頭', 1, 1, 1`,
	vouchers: `(state, kind, roc_year, seq, date, description, posted_at, created_at, updated_at)
		SELECT 'posted', 'income', 115, i, '2026-01-01', printf('收取會費 115-%06d', i), 1, 1, 1`,
	income_records: `(state, kind, roc_year, seq, received_on, payer_title, amount, method, purpose, recorded_at, created_at, updated_at)
		SELECT 'recorded', 'donation', 115, i, '2026-01-01', ${name("i * 7")}, 100 * (1 + i % 50), 'cash',
			${pick("、病友急難救助、基因研究", "i")}, 1, 1, 1`,
	articles: `(slug, type, title, created_at, updated_at, body_markdown)
		SELECT 'draft-' || i, 'news', ${pick("基因治療的新進展、病友聚會紀實、用藥安全須知、臺北門診資訊", "i")} || i, 1, 1, printf('%.*c', 1000, 'x')`,
	pages: `(slug, path, title, created_at, updated_at)
		SELECT 'p-' || i, 'p-' || i, ${pick("關於我們、基因專頁、捐款方式", "i")} || i, 1, 1`,
	documents: `(slug, title, description, category, visibility, created_at, updated_at)
		SELECT 'd-' || i, ${pick("理事會會議紀錄、會員大會手冊、基因檢測同意書", "i")} || i, '供會員下載', ${pick("章程、會議紀錄", "i")},
			${pick("public、members、restricted、public、members", "i")}, 1, 1`,
	announcements: `(slug, title, created_at, updated_at)
		SELECT 'a-' || i, ${pick("會員大會通知、年費繳納提醒、基因講座報名", "i")} || i, 1, 1`,
	tasks: `(title, body, rank, created_at, updated_at)
		SELECT ${pick("聯絡講師、寄發收據、整理會員名冊", "i")} || i, ${name("i")} || '來電，請回覆', i, 1, 1`,
};

/**
 * Inserts `count` records of every kind into temporary databases, whose triggers that guard a record's states are
 * dropped before.
 */
export async function fillEveryKind({ DB, SEARCH }: Bindings, count: number): Promise<void> {
	const { results } = await DB.prepare(
		`SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE '%found\\_by' ESCAPE '\\' AND name NOT LIKE '%\\_words' ESCAPE '\\'
			AND tbl_name IN (SELECT value FROM json_each(?))`,
	)
		.bind(JSON.stringify(Object.keys(TABLES)))
		.all<{ name: string }>();
	for (const trigger of results) await DB.prepare(`DROP TRIGGER ${trigger.name}`).run();
	for (const [table, values] of Object.entries(TABLES)) {
		const startedAt = performance.now();
		for (let from = 0; from < count; from += AT_ONCE)
			await DB.prepare(
				`WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2)
				INSERT INTO ${table} ${values} FROM n`,
			)
				.bind(from, Math.min(AT_ONCE, count - from))
				.run();
		say(`  ${table} ${Math.round(performance.now() - startedAt)} ms`);
	}
	await fillIndex(SEARCH, count);
}

const SENTENCES = [
	"基因治療的臨床試驗開始收案，符合條件的病友可以向門診詢問。",
	"罕見疾病的藥物給付有了新規定，申請前請先看過用藥安全須知。",
	"秋季病友聚會在臺北舉行，家屬與志工一起分享照顧的經驗。",
	"會員大會通過年度工作計畫，捐款徵信刊登在官網。",
];
const FIRST = { article: 0, page: 2 ** 40 } as const;

async function fillIndex(search: Bindings["SEARCH"], count: number): Promise<void> {
	for (const [kind, first] of Object.entries(FIRST))
		for (let from = 1; from <= count; from += TEXTS_AT_ONCE) {
			const ids = Array.from({ length: Math.min(TEXTS_AT_ONCE, count - from + 1) }, (_, at) => from + at);
			const texts = ids.map((id) => {
				const order = [id, id >> 2, id >> 4, id >> 6].map((n) => SENTENCES[n % SENTENCES.length] ?? "");
				return { id, title: `${order[0]?.slice(0, 8)} ${id}`, excerpt: order[1] ?? "", body: order.join("") };
			});
			const list = (rows: unknown[][]) => JSON.stringify(rows);
			await search.batch([
				search
					.prepare(
						`INSERT INTO entries (id, kind, ref_id, published_at, title)
						SELECT ?2 + (value ->> 0), ?3, value ->> 0, value ->> 0, value ->> 1 FROM json_each(?1)`,
					)
					.bind(list(texts.map(({ id, title }) => [id, title])), first, kind),
				search
					.prepare("INSERT INTO entry_texts SELECT ?2 + (value ->> 0), value ->> 1, value ->> 2 FROM json_each(?1)")
					.bind(list(texts.map(({ id, excerpt, body }) => [id, excerpt, body])), first),
				search
					.prepare(
						`INSERT INTO entries_fts (rowid, title, tags, excerpt, body)
						SELECT ?2 + (value ->> 0), value ->> 1, '', value ->> 2, value ->> 3 FROM json_each(?1)`,
					)
					.bind(list(texts.map(({ id, ...text }) => [id, ...Object.values(text).map(indexTokens)])), first),
			]);
		}
	await search.prepare("INSERT INTO entries_fts (entries_fts) VALUES ('optimize')").run();
}
