/** Members by the thousand, with groups and segments, in the database of an association. */
import type { DatabaseSync } from "node:sqlite";

/** The first id of the members that are made: those of the demo association come before it. */
const FIRST = 10_001;
const GROUPS = 5;
/** So many segments, each of one or two conditions; the members' list shows each by its own address. */
export const SEGMENTS = 30;

const CITIES = ["臺北市", "新北市", "桃園市", "臺中市", "臺南市", "高雄市", "花蓮縣", "澎湖縣"];
const STATUSES = ["active", "active", "active", "active", "awaiting_payment", "resigned", "suspended"];
const SURNAMES = "陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周";

/** SQL for one of some texts, chosen by a number. */
const oneOf = (texts: readonly string[], by: string): string =>
	`json_extract('${JSON.stringify(texts)}', '$[' || (${by} % ${texts.length}) || ']')`;

/** The conditions of the nth segment, by the columns that it has. */
function conditionsOf(nth: number): Record<string, string | number> {
	const city = CITIES[nth % CITIES.length] ?? "臺北市";
	const all: Record<string, string | number>[] = [
		{ city },
		{ city, status: "active" },
		{ city, dues: "owing" },
		{ identity: "parent", status: "lapsed" },
		{ city, disability: "expired" },
		{ group_id: 1 + (nth % GROUPS), city },
	];
	return all[nth % all.length] ?? { city };
}

/** Adds so many members by plain SQL under all triggers, SEGMENTS segments and some groups. Returns the queries of the segments. */
export function fill(database: DatabaseSync, many: number): string[] {
	database.exec("PRAGMA synchronous = OFF; BEGIN");
	const n = `(WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${many - 1}) SELECT i FROM n)`;
	database.exec(`INSERT INTO members (id, member_no, name, name_folded, seal_id, status, membership_type, identity_type, gender, birth_date,
			city, district, address, phone, paid_year, owed_years, disability_status, disability_until, joined_on, created_at, updated_at)
		SELECT ${FIRST} + i, 'Z' || printf('%06d', i), x, x, 'seal' || i, ${oneOf(STATUSES, "i")},
			iif(i % 20 = 0, 'sponsor', iif(i % 33 = 0, 'honorary_academic', 'individual')), iif(i % 3 = 0, 'parent', 'patient'),
			iif(i % 2, 'female', 'male'), date('1930-01-01', '+' || (i * 37 % 30000) || ' days'), ${oneOf(CITIES, "i / 7")}, '', '路 1 號',
			'09' || printf('%08d', i), 2022 + i % 5, iif(i % 4 = 0, '2026', ''),
			iif(i % 3 = 1, 'approved', 'not_applied'), iif(i % 3 = 1, date('2024-01-01', '+' || (i % 2000) || ' days'), NULL),
			date('2000-01-01', '+' || (i % 9000) || ' days'), 1, 1
		FROM (SELECT i, substr('${SURNAMES}', 1 + i % ${SURNAMES.length}, 1) || '某' || i AS x FROM ${n})`);
	database.exec(
		`INSERT INTO member_groups (id, name, created_at, updated_at) SELECT 100 + i, '群組' || i, 1, 1 FROM ${n} LIMIT ${GROUPS}`,
	);
	database.exec(`INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at)
		SELECT 100 + i % ${GROUPS}, ${FIRST} + i, '2020-01-01', iif(i % 7 = 0, '2021-01-01', NULL), 1, 1 FROM ${n} WHERE i % 2 = 0`);
	const queries: string[] = [];
	for (let nth = 0; nth < SEGMENTS; nth++) {
		const { group_id, ...rest } = conditionsOf(nth);
		const of = { ...rest, ...(typeof group_id === "number" && { group_id: 99 + group_id }) };
		const names = Object.keys(of);
		database
			.prepare(
				`INSERT INTO member_segments (name, ${names.join(", ")}, created_at, updated_at) VALUES (?, ${names.map(() => "?").join(", ")}, 1, 1)`,
			)
			.run(`條件 ${nth}`, ...Object.values(of));
		queries.push(
			new URLSearchParams(
				Object.entries(of).map(([name, value]) => [name === "group_id" ? "group" : name, String(value)]),
			).toString(),
		);
	}
	database.exec("COMMIT");
	return queries;
}
