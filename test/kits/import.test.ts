import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { BANK_STATEMENT_ROUTES } from "#admin/money/bank/statement-routes.ts";
import { PAYMENT_IMPORT_ROUTES } from "#admin/money/payments/imports-routes.ts";
import { IMPORT_ROUTES } from "#admin/people/members/imports-routes.ts";
import { app } from "#app.ts";
import { paths } from "#http/paths.ts";
import { csvRow } from "#kernel/csv.ts";
import { bankAccount } from "../support/bank.ts";
import { chances, newSeed, one } from "../support/chances.ts";
import { insert } from "../support/content.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

/** A kind of import: its files are all different, and each brings two records. */
type Kind = {
	name: string;
	list: string;
	subject: string;
	table: string;
	/** What one brings, and where its writing can be made to fail. */
	records: string;
	written: string;
	applied: string;
	upload: (nth: number) => Promise<{ who: Person; file: string; fields?: Record<string, string> }>;
};
let [secretary, cashier] = [{} as Person, {} as Person];
let account = 0;
const csv = (...lines: string[][]): string => lines.map(csvRow).join("");
const two = <T>(make: (each: number) => T): [T, T] => [make(1), make(2)];

const KINDS: readonly Kind[] = [
	{
		name: "a roster",
		list: paths.admin.members.imports.list(),
		subject: "roster_import",
		table: "roster_imports",
		records: "SELECT count(*) AS many FROM members WHERE source LIKE 'roster:%'",
		written: "roster_import_rows",
		applied: "roster.import",
		upload: async (nth) => ({
			who: secretary,
			file: csv(["姓名", "出生日期"], ...two((each) => [`名冊${nth}之${each}`, `7${each}.5.6`])),
		}),
	},
	{
		name: "a list of payments",
		list: paths.admin.payments.imports.list(),
		subject: "payment_import",
		table: "payment_imports",
		records: "SELECT count(*) AS many FROM payments WHERE source = 'import'",
		written: "payment_import_rows",
		applied: "payment_import.import",
		upload: async (nth) => {
			for (const each of [1, 2])
				await insert("members", {
					...{
						name: `繳費${nth}之${each}`,
						member_no: `P${nth}-${each}`,
						status: "active",
						created_at: 1,
						updated_at: 1,
					},
				});
			const lines = two((each) => [`P${nth}-${each}`, `繳費${nth}之${each}`, "99", "1000", "99/3/5"]);
			return { who: cashier, file: csv(["會員編號", "姓名", "年度", "金額", "繳費日期"], ...lines) };
		},
	},
	{
		name: "a bank statement",
		list: paths.admin.bank.statements(),
		subject: "bank_statement",
		table: "bank_statements",
		records: "SELECT count(*) AS many FROM bank_lines",
		written: "bank_lines",
		applied: "bank_statement.import",
		upload: async (nth) => ({
			who: cashier,
			file: csv(
				["日期", "摘要", "存入"],
				...two((each) => ["113/11/3", `轉入 ${nth}之${each}`, String(nth * 10 + each)]),
			),
			fields: { account: String(account) },
		}),
	},
];

beforeAll(async () => {
	secretary = await signIn({ name: "會務", roles: ["secretary"] });
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	account = await bankAccount();
});
let uploads = 0;

type Import = { at: string; id: number; who: Person };
const inside = (page: string, name: string): string =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
const pageOf = async ({ at, who }: Import): Promise<string> => (await ask(at, { as: who })).text();

async function takeIn({ list, upload }: Kind): Promise<Import> {
	uploads += 1;
	const { who, file, fields = {} } = await upload(uploads);
	const body = new FormData();
	for (const [name, value] of Object.entries({ _key: crypto.randomUUID(), ...fields })) body.set(name, value);
	body.set("file", new File([file], "清冊.csv"));
	const headers = { Cookie: who.cookie, "Sec-Fetch-Site": "same-origin" };
	const context = createExecutionContext();
	const answer = await app.fetch(
		new Request(`http://localhost:8787${list}`, { method: "POST", body, headers }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	const at = (answer.headers.get("Location") ?? "").replace("/columns", "");
	return { at, id: Number(at.split("/").at(-1)), who };
}

/** Sends the form that writes it, as the page has it or as it was seen before. */
async function apply(of: Import, headers: Record<string, string> = {}, page?: string): Promise<Response> {
	const seen = page ?? (await pageOf(of));
	const form = { version: inside(seen, "version"), seen: inside(seen, "seen") };
	return ask(`${of.at}/application`, { as: of.who, form, headers });
}
const discard = (of: Import, version: string): Promise<Response> =>
	ask(`${of.at}/removal`, { as: of.who, form: { version } });

async function linesOf(answer: Response): Promise<Record<string, unknown>[]> {
	const text = new TextDecoder().decode(await answer.arrayBuffer()).trim();
	return text.split("\n").map((line) => JSON.parse(line));
}

const many = async (kind: Kind): Promise<number> => Number((await rows<{ many: number }>(kind.records))[0]?.many);
/** What stands of one: its state, whether its file is there, and how often the log says that it was written. */
async function standing({ table, subject, applied }: Kind, { id }: Import) {
	const [[row], files, logged] = await Promise.all([
		rows<{ state: string }>(`SELECT state FROM ${table} WHERE id = ?`, id),
		rows("SELECT 1 FROM files WHERE subject_type = ? AND subject_id = ? AND deleted_at IS NULL", subject, String(id)),
		rows("SELECT 1 FROM audit_log WHERE action = ? AND auditable_id = ?", applied, String(id)),
	]);
	return { state: row?.state, files: files.length, logged: logged.length };
}
const DRAFT = { state: "draft", files: 1, logged: 0 };
const APPLIED = { state: "applied", files: 0, logged: 1 };
const GONE = { state: undefined, files: 0, logged: 0 };

/** What some kinds have besides: the roster takes back what it changed, and settles whom its rows mean. */
const BESIDES = /\/(undoing|doubts)$/;

test("every kind has the same addresses, all behind one gate", () => {
	for (const routes of [IMPORT_ROUTES, PAYMENT_IMPORT_ROUTES, BANK_STATEMENT_ROUTES]) {
		const said = routes.map(({ method, path }) => [method, /:id.*/.exec(path)?.[0] ?? "list"].join(" "));
		expect(said.filter((one) => !BESIDES.test(one))).toEqual([
			...["GET list", "POST list", "GET :id", "GET :id/columns", "POST :id/columns"],
			...["POST :id/application", "POST :id/removal"],
		]);
		expect(new Set(routes.map(({ gate }) => gate)).size).toBe(1);
	}
});

type Standing = typeof DRAFT | typeof APPLIED | typeof GONE;
type Step = {
	take: (of: Import, page: string) => Promise<Response>;
	on: (now: Standing) => { status: number; after: Standing };
};
const refused = (now: Standing) => ({ status: now === GONE ? 404 : 409, after: now });
const once = (after: Standing) => (now: Standing) => (now === DRAFT ? { status: 303, after } : refused(now));
/** What can be done with one, as its page showed it once, and what comes of it. */
const STEPS: readonly Step[] = [
	{ take: (of) => ask(of.at, { as: of.who }), on: (now) => ({ status: now === GONE ? 404 : 200, after: now }) },
	{ take: (of, page) => apply(of, {}, page), on: once(APPLIED) },
	{ take: (of, page) => discard(of, inside(page, "version")), on: once(GONE) },
	{ take: (of) => discard(of, "77"), on: refused },
	// What was shown said something else.
	{
		take: (of, page) =>
			apply(of, {}, page.replace(/name="seen" value="[^"]*"/, `name="seen" value="${"0".repeat(64)}"`)),
		on: refused,
	},
];

describe.each(KINDS)("$name", (kind) => {
	test("is written with its progress told, all of it, and stays in the list", async () => {
		const [before, of] = [await many(kind), await takeIn(kind)];
		expect(await pageOf(of)).toContain('x-island name="long-work"');
		expect([await standing(kind, of), await many(kind)]).toEqual([DRAFT, before]);
		const told = await linesOf(await apply(of, { Accept: "application/x-ndjson" }));
		const progress = told.slice(0, -1).map(({ done, all }) => [Number(done), Number(all)]);
		expect(told.at(-1)).toEqual({ to: of.at });
		expect(progress.length).toBeGreaterThan(0);
		expect(progress).toEqual(progress.toSorted(([a = 0], [b = 0]) => a - b));
		expect(progress.at(-1)).toEqual([progress[0]?.[1], progress[0]?.[1]]);
		expect([await standing(kind, of), await many(kind)]).toEqual([APPLIED, before + 2]);
		expect(await (await ask(kind.list, { as: of.who })).text()).toContain(`href="${of.at}"`);
	});

	test("is written once, whoever presses at the same time and however often", async () => {
		const [before, of] = [await many(kind), await takeIn(kind)];
		const page = await pageOf(of);
		const answers = await Promise.all([apply(of, {}, page), apply(of, {}, page), apply(of, {}, page)]);
		const again = await apply(of, {}, page);
		expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
		expect([...answers.filter(({ status }) => status !== 303), again].map(({ status }) => status)).toEqual([
			409, 409, 409,
		]);
		expect([await standing(kind, of), await many(kind)]).toEqual([APPLIED, before + 2]);
	});

	test("is as it was where the writing breaks off, and is written then", async () => {
		const [before, of] = [await many(kind), await takeIn(kind)];
		await rows(`CREATE TRIGGER breaks BEFORE INSERT ON ${kind.written} BEGIN SELECT RAISE(ABORT, 'out of power'); END`);
		try {
			const told = await linesOf(await apply(of, { Accept: "application/x-ndjson" }));
			expect(told.at(-1)).toEqual({ problem: "寫入時發生錯誤，沒有寫入任何資料，請再試一次。" });
		} finally {
			await rows("DROP TRIGGER breaks");
		}
		expect([await standing(kind, of), await many(kind)]).toEqual([DRAFT, before]);
		expect((await apply(of)).status).toBe(303);
		expect([await standing(kind, of), await many(kind)]).toEqual([APPLIED, before + 2]);
	});

	const seed = newSeed();
	test(`whatever the order of its steps, each is written once, thrown away or waits (seed ${seed})`, async () => {
		const before = await many(kind);
		const all = [await takeIn(kind), await takeIn(kind), await takeIn(kind)];
		const model = new Map<number, Standing>(all.map(({ id }) => [id, DRAFT]));
		const pages = new Map(await Promise.all(all.map(async (of) => [of.id, await pageOf(of)] as const)));
		for (const { step, a } of chances(18, seed)) {
			const [of, { take, on }] = [one(all, a), one(STEPS, step)];
			const { status, after } = on(model.get(of.id) ?? GONE);
			expect((await take(of, pages.get(of.id) ?? "")).status).toBe(status);
			model.set(of.id, after);
			expect(await standing(kind, of)).toEqual(after);
		}
		const applied = [...model.values()].filter((state) => state === APPLIED).length;
		expect(await many(kind)).toBe(before + 2 * applied);
	});
});
