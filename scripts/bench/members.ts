/**
 * Measures the members' list with 100 and with 100,000 members: `npm run bench -- --only members`. Each time is
 * relative to one SELECT of its own run, so that the two can be compared on a shared machine.
 */
import type { Bindings } from "#env.ts";
import { compare } from "./load.ts";
import { signedIn } from "./pages.ts";
import { judged, say } from "./report.ts";
import { newWorld, type World } from "./world.ts";

const FEW = 100;
const MANY = 100_000;
const AT_ONCE = 2_500;
/** The most that a page with 100,000 members may take, as a multiple of the same page with 100. */
const MOST_TIMES = 3;

const LIST = "/admin/members";
const of = (conditions: Record<string, string>): string => `${LIST}?${new URLSearchParams(conditions)}`;
const lastPage = (members: number): string => String(Math.ceil(members / 30));
/** The addresses that are measured, each by the number of members. */
const PAGES: Record<string, (members: number) => string> = {
	"first page": () => LIST,
	"second page": () => of({ page: "2" }),
	"last page": (members) => of({ page: lastPage(members) }),
	"last page by name": (members) => of({ sort: "name", page: lastPage(members) }),
	"middle page": (members) => of({ page: String(Math.ceil(members / 60)) }),
	"by day joined": () => of({ sort: "-joined" }),
	"status: most": () => of({ status: "active" }),
	"status: few": () => of({ status: "suspended" }),
	"status: lapsed": () => of({ status: "lapsed" }),
	"status: grace (none)": () => of({ status: "grace" }),
	"dues: owing this year": () => of({ dues: "owing" }),
	"dues: paid this year": () => of({ dues: "paid" }),
	"dues: owing two years": () => of({ dues: "owing_two" }),
	"by validity": () => of({ sort: "-valid" }),
	"last page by validity": (members) => of({ sort: "valid", page: lastPage(members) }),
	"type: 2%": () => of({ type: "sponsor" }),
	"city: one in 7": () => of({ city: "臺北市" }),
	"disability approved": () => of({ disability: "approved" }),
	"with notes (10%)": () => of({ notes: "yes" }),
	"search a full name": () => of({ q: "陳怡君" }),
	"search a surname (5%)": () => of({ q: "陳" }),
	"search a number": () => of({ q: "M0057" }),
	"search a phone": () => of({ q: "0900-451 383" }),
	"nothing found": () => of({ q: "沒有這個人" }),
};

export type MemberPageTimes = { name: string; few: number; many: number; times: number };

/**
 * Returns the median time of each page in milliseconds with few and many members, and how many times as long the page
 * takes with many.
 */
export async function measureMembers(folder: string, requests: number): Promise<MemberPageTimes[]> {
	const few = await timesWith(folder, FEW, requests);
	const rows: MemberPageTimes[] = [];
	await timesWith(folder, MANY, requests, (name, { ms, selects }) => {
		const before = few.get(name);
		if (!before) throw new Error(`${name} was not measured`);
		const row = { name, few: before.ms, many: ms, times: selects / before.selects };
		rows.push(row);
		sayRow(row);
	});
	return rows;
}

type PageTime = { ms: number; selects: number };

/** Returns the time of each page, and tells `done` of each as soon as it is measured. */
async function timesWith(
	folder: string,
	members: number,
	requests: number,
	done: (name: string, time: PageTime) => void = (name, { ms }) => say(`  ${name}: ${ms.toFixed(1)} ms`),
): Promise<Map<string, PageTime>> {
	const world = await newWorld(folder, `members-${members}`);
	await fillMembers(world.bindings.DB, members);
	say(`${members} members`);
	const headers = { Cookie: await signedIn(world) };
	const found = new Map<string, PageTime>();
	for (const [name, path] of Object.entries(PAGES)) {
		const ours = { port: world.ports.off, path: path(members), expect: 200, headers };
		const { ratio, ours: figure } = await compare({ ours, base: baseline(world), requests, cpu: world.cpu });
		const time = { ms: figure.p50, selects: 1 / ratio };
		found.set(name, time);
		done(name, time);
	}
	await world.mf.dispose();
	return found;
}

const baseline = ({ ports }: World) => ({ port: ports.baseline, path: "/select/nothing", expect: 200 });

/** Inserts members as an association has them: twenty surnames, 2% wait for approval, 10% have a note. */
async function fillMembers(db: Bindings["DB"], count: number): Promise<void> {
	for (let from = 0; from < count; from += AT_ONCE) {
		if (from % 20_000 === 0 && from > 0) say(`  ${from} members inserted`);
		const many = Math.min(AT_ONCE, count - from);
		await db
			.prepare(
				`WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2)
				INSERT INTO members (member_no, name, status, membership_type, identity_type, disability_status, disability_until,
					city, birth_date, phone, email, joined_on, created_at, updated_at)
				SELECT CASE WHEN i % 50 <> 0 THEN printf('M%04d', i) END,
					substr('陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐', 1 + i % 20, 1)
						|| substr('怡家志雅淑俊建美佳宗', 1 + i / 20 % 10, 1) || substr('君豪芬瑜婷宏翰玲恩彬', 1 + i / 200 % 10, 1),
					CASE WHEN i % 50 = 0 THEN 'applied' WHEN i % 100 = 1 THEN 'suspended' WHEN i % 30 = 2 THEN 'resigned' ELSE 'active' END,
					CASE WHEN i % 40 = 3 THEN 'sponsor' WHEN i % 500 = 5 THEN 'lifetime' ELSE 'individual' END,
					CASE WHEN i % 3 = 0 THEN 'parent' ELSE 'patient' END,
					CASE WHEN i % 4 = 0 THEN 'approved' WHEN i % 97 = 0 THEN 'pending' ELSE 'not_applied' END,
					CASE WHEN i % 8 = 0 THEN '2099-12-31' END,
					json_extract('["臺北市","新北市","桃園市","臺中市","臺南市","高雄市","金門縣"]', '$[' || (i % 7) || ']'),
					date('1950-01-01', '+' || (i * 37 % 25000) || ' days'), printf('09%08d', i * 7919 % 100000000),
					'm' || i || '@example.org', date('2010-01-01', '+' || (i % 5500) || ' days'), 1, 1 FROM n`,
			)
			.bind(from, many)
			.run();
	}
	for (let from = 0; from < count; from += AT_ONCE) {
		if (from % 20_000 === 0 && from > 0) say(`  dues of ${from} members inserted`);
		await fillDues(db, from);
	}
	await db
		.prepare(
			`INSERT INTO notes (notable_type, notable_id, content, created_at, updated_at)
			SELECT 'member', id, '來電詢問會費，已說明。', id, id FROM members WHERE id % 10 = 0`,
		)
		.run();
}

/**
 * Inserts dues: seven of ten members have paid this year, two of ten have paid only last year and owe this year, half a
 * tenth owe both years; the others have none.
 */
const fillDues = (db: Bindings["DB"], from: number) =>
	db
		.prepare(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, source, created_at, updated_at)
			SELECT m.id, 'annual', CAST(strftime('%Y', 'now', '+8 hours') AS INTEGER) - y.back, y.amount, y.amount, y.status, 'import', 1, 1
			FROM members m JOIN (SELECT 0 AS back, 0 AS amount, 'paid' AS status, 0 AS least, 13 AS most
				UNION ALL SELECT 0, 1000, 'open', 14, 18 UNION ALL SELECT 1, 0, 'paid', 14, 17
				UNION ALL SELECT 1, 1000, 'open', 18, 18 UNION ALL SELECT 2, 0, 'paid', 18, 18) y
				ON m.id % 20 BETWEEN y.least AND y.most
			WHERE m.id > ?1 AND m.id <= ?1 + ?2 AND m.status = 'active' AND m.membership_type <> 'lifetime'`,
		)
		.bind(from, AT_ONCE)
		.run();

function sayRow({ name, few, many, times }: MemberPageTimes): void {
	const verdict = judged(`members: ${name}`, times, { most: MOST_TIMES });
	say(
		`  ${name.padEnd(24)} ${few.toFixed(1).padStart(6)} → ${many.toFixed(1).padStart(6)} ms   ${times.toFixed(2)}×${verdict}`,
	);
}
