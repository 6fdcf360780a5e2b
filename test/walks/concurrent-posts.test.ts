/**
 * 會計、出納由同一人兼辦, by bare SQL: thousands of events by anybody, with any resolution or none, in any order, while
 * resolutions are written, confirmed and ended by anybody. Whatever the database let through is looked at afterwards.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { dateInTaipei } from "#kernel/times.ts";
import { type Chance, newSeed, one, pick, stepsOf, WALK_MS, walk } from "../support/chances.ts";
import { accountId, bring, deputise, draft, type Staff, staff } from "../support/finance.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { AT, person, rows } from "../support/users.ts";

const STEPS = stepsOf(200);
const HOUR = 3_600_000;
const seed = newSeed();
const people: Record<string, Staff> = {};
let everybody: Staff[] = [];
const documents: number[] = [];
const told = new Map<string, number>();
let at = AT;
let account = 0;
let bank = 0;

brokenOnPurpose("events of plain SQL, without mails, vouchers and audit rows");
beforeAll(async () => {
	const admin = await person({ name: "系統管理", roles: ["admin", "applicant"] });
	people.admin = { id: admin.id, held: [] };
	people.both = await staff("cashier", "accountant");
	people.other = await staff("cashier", "accountant");
	people.cashier = await staff("cashier");
	people.accountant = await staff("accountant");
	people.chair = await staff("chair");
	people.all = await staff("cashier", "accountant", "chair");
	people.applicant = await staff("applicant");
	people.deputy = await deputise(await staff("applicant"), people.both, people.chair);
	// A deputy who is cashier themselves, and the chair's deputy who keeps both.
	await deputise(people.cashier, people.both);
	await deputise(people.both, people.chair, people.accountant);
	everybody = Object.values(people);
	account = await accountId("5320");
	bank = await accountId("1130");
});

const write = async (name: string, ...statements: [string, ...(string | number | null)[]][]): Promise<void> => {
	const done = await env.DB.batch(statements.map(([sql, ...params]) => env.DB.prepare(sql).bind(...params))).then(
		() => "done",
		(error: unknown) => /[a-z_]+\.[a-z_]+/.exec(String(error).replace(/^.*D1_ERROR:/, ""))?.[0] ?? String(error),
	);
	told.set(`${name}: ${done}`, (told.get(`${name}: ${done}`) ?? 0) + 1);
};

const NEXT = {
	pending_cashier: ["approve_cashier", "pending_accountant"],
	pending_accountant: ["approve_accountant", "pending_chair"],
	pending_chair: ["approve_chair", "approved"],
	approved: ["pay", "paid"],
} as const;
type Waiting = keyof typeof NEXT;

const those = (...names: string[]): Staff[] => names.flatMap((name) => people[name] ?? []);

const named = (step: string, post: number | null) => (post === null ? step : `${step} by a resolution`);

/** The next step of a document by somebody, perhaps in another's place, perhaps with a resolution, now or on a past day. */
async function event({ a, b, c }: Chance) {
	const open = await rows<{ id: number; state: Waiting }>(
		"SELECT id, state FROM finance_documents WHERE state IN ('pending_cashier', 'pending_accountant', 'pending_chair', 'approved') ORDER BY id DESC LIMIT 4",
	);
	const document = pick(open, a);
	if (!document) return;
	const posts = await rows<{ id: number }>(
		"SELECT id FROM concurrent_posts ORDER BY confirmed_at IS NULL OR ended_at IS NOT NULL, id DESC LIMIT 3",
	);
	const before = await rows<{ user_id: number }>(
		"SELECT user_id FROM finance_events WHERE document_id = ? AND step LIKE 'approve_%'",
		document.id,
	);
	// Mostly whoever did something before, or somebody who keeps both: the ones that the rule is about.
	const close = those("both", "all");
	const usual = document.state === "pending_chair" && c % 2 === 0 ? those("chair") : close;
	const again = document.state !== "pending_chair" && c % 3 === 1 ? before : [];
	const who = c % 5 === 0 ? one(everybody, b).id : (pick(again, b % 2)?.user_id ?? one(usual, b).id);
	// In the place of one whom somebody stands in for, mostly.
	const principals = those("both", "chair", "accountant");
	const behalf = b % 5 > 0 ? null : one(b % 2 === 0 ? principals : everybody, c).id;
	const post =
		a % 3 === 0 || document.state === "pending_chair"
			? null
			: (pick(a % 3 === 1 ? posts.slice(0, 1) : posts, b + c)?.id ?? null);
	const when = b % 7 === 0 ? at - (c % 60) * 24 * HOUR : at;
	const [step, to] = NEXT[document.state];
	await write(
		named(step, post),
		[
			`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, on_behalf_of, content_hash, concurrent_post_id, at)
			SELECT id, (SELECT max(seq) + 1 FROM finance_events WHERE document_id = ?1), revision, ?2, state, ?3, ?4, ?5, content_hash, ?6, ?7
			FROM finance_documents WHERE id = ?1`,
			...[document.id, step, to, who, behalf === who ? null : behalf, post, when],
		],
		[
			"UPDATE finance_lines SET account_id = ? WHERE document_id = ? AND ? = 'approve_accountant'",
			account,
			document.id,
			step,
		],
		step === "pay"
			? [
					"UPDATE finance_documents SET state = 'paid', paid_on = ?, paid_from = ? WHERE id = ?",
					...[dateInTaipei(at), bank, document.id],
				]
			: ["UPDATE finance_documents SET state = ? WHERE id = ?", to, document.id],
	);
}

async function resolve({ a, b, c }: Chance) {
	const starts = at + ((a % 5) - 3) * 24 * HOUR;
	await write("resolve", [
		`INSERT INTO concurrent_posts (user_id, body, resolution_no, resolved_on, starts_on, ends_on, created_by, created_at)
		VALUES (?, 'board', '第 3 屆第 2 次', ?, ?, ?, ?, ?)`,
		...[
			b % 4 === 0 ? one(everybody, b).id : (people.both?.id ?? 0),
			dateInTaipei(starts - 24 * HOUR),
			dateInTaipei(starts),
		],
		...[dateInTaipei(starts + (c % 20) * 24 * HOUR), c % 5 === 0 ? one(everybody, c).id : (people.admin?.id ?? 0), at],
	]);
}
const confirm = ({ a, b }: Chance) =>
	write("confirm", [
		"UPDATE concurrent_posts SET confirmed_by = ?, confirmed_at = ? WHERE id = (SELECT id FROM concurrent_posts ORDER BY id DESC LIMIT 1 OFFSET ?)",
		...[a % 3 === 0 ? one(everybody, b).id : (people.chair?.id ?? 0), at, a % 7 === 0 ? 1 : 0],
	]);
const end = ({ b }: Chance) =>
	write("end", [
		"UPDATE concurrent_posts SET ended_by = ?, ended_at = ? WHERE id = (SELECT max(id) FROM concurrent_posts)",
		...[one(everybody, b).id, at],
	]);
/** What no writer may do at all. */
const forge = ({ a, b }: Chance) =>
	write(
		"forge",
		one(
			[
				["UPDATE concurrent_posts SET ends_on = '2029-01-01'"],
				["UPDATE concurrent_posts SET ended_at = NULL, ended_by = NULL WHERE ended_at IS NOT NULL"],
				["UPDATE concurrent_posts SET user_id = ?", one(everybody, b).id],
				["UPDATE concurrent_posts SET confirmed_at = 1 WHERE confirmed_at IS NOT NULL"],
				["DELETE FROM concurrent_posts"],
				["INSERT OR REPLACE INTO concurrent_posts SELECT * FROM concurrent_posts WHERE confirmed_at IS NULL"],
				[
					`INSERT INTO concurrent_posts (user_id, body, resolution_no, resolved_on, starts_on, ends_on, created_by, created_at, confirmed_by, confirmed_at)
					VALUES (?, 'board', 'x', '2026-01-01', '2026-01-01', '2029-01-01', ?, 1, ?, 1)`,
					...[people.both?.id ?? 0, people.admin?.id ?? 0, people.chair?.id ?? 0],
				],
			] as [string, ...(string | number)[]][],
			a,
		),
	);

/** What holds of all that was let through, from the rows alone. */
const WRONG = {
	"fewer than two people": `SELECT d.id FROM finance_documents d WHERE d.state IN ('approved', 'paid') AND 2 > (SELECT count(DISTINCT e.user_id)
		FROM finance_events e WHERE e.document_id = d.id AND e.revision = d.revision AND e.step LIKE 'approve_%')`,
	"somebody's own": `SELECT d.id FROM finance_documents d JOIN finance_events e ON e.document_id = d.id AND e.step IN ('approve_cashier', 'approve_accountant', 'approve_chair', 'pay')
		WHERE d.applicant_id IN (e.user_id, e.on_behalf_of)`,
	"the chair's besides another": `SELECT c.document_id FROM finance_events c JOIN finance_events e ON e.document_id = c.document_id
		WHERE c.step = 'approve_chair' AND e.step IN ('approve_cashier', 'approve_accountant', 'pay') AND e.user_id = c.user_id`,
	"one person without a resolution in force": `SELECT b.document_id FROM finance_events a JOIN finance_events b ON b.document_id = a.document_id
			AND b.user_id = a.user_id AND (a.step, b.step) IN (VALUES ('approve_cashier', 'approve_accountant'), ('approve_accountant', 'pay'))
		WHERE b.on_behalf_of IS NOT NULL OR NOT EXISTS (SELECT 1 FROM concurrent_posts c WHERE c.id = b.concurrent_post_id AND c.user_id = b.user_id
			AND c.confirmed_at <= b.at AND coalesce(c.ended_at >= b.at, 1)
			AND date(b.at / 1000, 'unixepoch', '+8 hours') BETWEEN c.starts_on AND c.ends_on)`,
	"a resolution that nothing needed": `SELECT document_id FROM finance_events e WHERE concurrent_post_id IS NOT NULL AND NOT EXISTS (
		SELECT 1 FROM finance_events b WHERE b.document_id = e.document_id AND b.user_id = e.user_id AND b.seq < e.seq AND b.step LIKE 'approve_%')`,
	"confirmed by nobody else": `SELECT c.id FROM concurrent_posts c WHERE c.confirmed_by IN (c.user_id, c.created_by)
		OR (c.confirmed_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE x.user_id = c.confirmed_by AND r.code = 'chair'))`,
	"written by who may not": `SELECT c.id FROM concurrent_posts c WHERE c.created_by NOT IN (SELECT x.user_id FROM user_roles x JOIN roles r ON r.id = x.role_id AND r.code = 'admin')`,
	"two at a time": `SELECT a.id FROM concurrent_posts a JOIN concurrent_posts b ON b.id > a.id AND a.ended_at IS NULL AND b.ended_at IS NULL
		AND a.starts_on <= b.ends_on AND b.starts_on <= a.ends_on`,
};

/** What the walk is about: one that does not come to it shows nothing. */
const REACHED = [
	"approve_chair: done",
	"approve_chair: finance.approved_before",
	"approve_accountant: finance.approved_before",
	"approve_accountant by a resolution: done",
	"approve_accountant by a resolution: concurrent_post.not_in_force",
	"pay: finance.approved_before",
	"pay by a resolution: done",
	"pay by a resolution: concurrent_post.not_in_force",
	"resolve: concurrent_post.overlaps",
	"resolve: concurrent_post.not_yours",
	"confirm: concurrent_post.second_person",
	"forge: concurrent_post.is_final",
];

test(`${STEPS} steps of bare SQL leave two people on every document (seed ${seed})`, {
	timeout: WALK_MS,
}, async () => {
	const applicants = those("applicant", "deputy", "admin");
	const cast = async (applicant: Staff) => ({
		applicant,
		cashier: await staff("cashier"),
		accountant: await staff("accountant"),
		chair: await staff("chair"),
	});
	const casts = await Promise.all(applicants.map(cast));
	const lacks = () => REACHED.filter((name) => !told.has(name));
	for (const [, chance] of walk(STEPS, seed, lacks)) {
		at += HOUR;
		const n = chance.step % 100;
		if (n < 6 || documents.length < 4) {
			const office = one(casts, chance.a);
			documents.push(await bring(await draft(office.applicant), office, "submitted", { at }));
		} else if (n < 86) await event(chance);
		else if (n < 90) await resolve(chance);
		else if (n < 96) await confirm(chance);
		else if (n < 97) await end(chance);
		else await forge(chance);
	}
	for (const [name, statement] of Object.entries(WRONG)) expect(await rows(statement), name).toEqual([]);
	const flagged = await rows<{ step: string; n: number }>(
		"SELECT step, count(*) AS n FROM finance_events WHERE concurrent_post_id IS NOT NULL GROUP BY step ORDER BY step",
	);
	expect(flagged.map(({ step }) => step)).toEqual(["approve_accountant", "pay"]);
	expect(lacks()).toEqual([]);
});
