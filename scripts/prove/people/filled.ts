/** Members by the thousand, with groups, segments and own fields, in the database of an association. */
import type { DatabaseSync } from "node:sqlite";

/** The first id of the members that are made: those of the demo association come before it. */
const FIRST = 10_001;
const GROUPS = 5;
/** So many segments, each of one or two conditions; the members' list shows each by its own address. */
export const SEGMENTS = 30;

/** So many own fields; every fifth member has a value in each, and two of them are columns of the list. */
const FIELDS = 20;
/** The first id of the fields that are made. */
const FIRST_FIELD = 1_001;

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

/**
 * Adds FIELDS own fields, those that ship switched off: half are one choice of three, half years. Returns queries of the
 * list by some of them.
 */
function fillFields(database: DatabaseSync, n: string): string[] {
	database.exec(`UPDATE member_fields SET is_active = 0, version = version + 1 WHERE is_active = 1`);
	for (let nth = 0; nth < FIELDS; nth++) {
		const id = FIRST_FIELD + nth;
		const isChoice = nth % 2 === 0;
		database.exec(`INSERT INTO member_fields (id, name, kind, in_list, position, created_at, updated_at)
			VALUES (${id}, '欄位 ${nth}', '${isChoice ? "choice" : "year"}', ${Number(nth < 2)}, ${nth + 1}, 1, 1)`);
		if (isChoice)
			database.exec(`INSERT INTO member_field_choices (id, field_id, name, position)
				SELECT ${id} * 10 + i, ${id}, '選項' || i, i FROM ${n} LIMIT 3`);
		const value = isChoice ? `CAST(${id} * 10 + i % 3 AS TEXT)` : `CAST(1990 + i / 5 % 30 AS TEXT)`;
		database.exec(`INSERT INTO member_field_values (member_id, field_id, value, updated_at)
			SELECT ${FIRST} + i, ${id}, ${value}, 1 FROM ${n} WHERE i % 5 = ${nth % 5}`);
	}
	const choice = FIRST_FIELD;
	const year = FIRST_FIELD + 1;
	return [
		`f${choice}=${choice * 10}`,
		`f${choice}=${choice * 10}&city=${CITIES[0]}`,
		`f${year}=2001`,
		`f${year}=2001&status=active`,
		`f${choice}=${choice * 10}&f${choice + 10}=${(choice + 10) * 10}`,
	];
}

/**
 * Adds so many members by plain SQL under all triggers, with SEGMENTS segments, own fields and some groups. Returns the
 * queries of the list by each segment, and by some own fields.
 */
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
	const queries = fillFields(database, n);
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
