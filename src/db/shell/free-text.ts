import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { ownOf } from "#db/personal-data.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { recordNumberOf } from "#db/record-numbers.ts";

import { type Fate, PLACE_NAMES, PLACES, type Place, type PlaceName } from "./free-text-places.ts";

/** The query of the person's records as a donor. */
const DONORS = "SELECT n.id FROM donors n WHERE n.member_id IN (SELECT id FROM own)";

/** The person who is erased: a member, with the records merged into theirs, or a donor or payee who is no member. */
export type Erased = { type: "member" | "donor" | "payee"; id: number };
const NOBODY = "SELECT 0 WHERE false";

/**
 * The maximum number of rows of a place that are reported. MOST_READ is the maximum that are searched, newest first:
 * fewer for long texts.
 */
export const MOST_TOLD = 20;
export const MOST_READ = { short: 20_000, long: 2_000 };
const mostOf = ({ isLong }: Place): number => (isLong ? MOST_READ.long : MOST_READ.short);

/** Returns SQL that folds a text for comparison: letter case, 臺/台, hyphens and spaces make no difference. */
const folded = (text: string): string =>
	["'-', ''", "' ', ''", "'　', ''", "'臺', '台'"].reduce(
		(of, change) => `replace(${of}, ${change})`,
		`lower(${text})`,
	);

/**
 * Returns the common table expression `needles`: the person's names, addresses and numbers, and former names (?1,
 * JSON), of at least two characters.
 */
function needlesOf({ type, id }: Erased): string {
	const subject = String(Math.trunc(id));
	const own = type === "member" ? ownOf(subject) : `WITH RECURSIVE own (id) AS (${NOBODY})`;
	const givers = type === "member" ? DONORS : type === "donor" ? `VALUES (${subject})` : NOBODY;
	const earners = type === "payee" ? `VALUES (${subject})` : NOBODY;
	return `${own}, givers (id) AS (${givers}), earners (id) AS (${earners}), said (value) AS (
		SELECT j.value FROM members m JOIN own USING (id),
			json_each(json_array(m.name, m.name_en, m.email, m.phone, m.phone_home, m.line_id, '886' || substr(m.phone, 2))) j
		UNION SELECT j.value FROM users u, json_each(json_array(u.name, u.email, u.phone)) j
			WHERE u.id IN (SELECT user_id FROM members JOIN own USING (id))
		UNION SELECT j.value FROM donors n, json_each(json_array(n.name, n.email, n.phone)) j WHERE n.id IN (SELECT id FROM givers)
		UNION SELECT j.value FROM payees p, json_each(json_array(p.name, p.email, p.phone)) j WHERE p.id IN (SELECT id FROM earners)
		UNION SELECT value FROM json_each(?1)),
	needles (value) AS MATERIALIZED (SELECT DISTINCT ${folded("value")} FROM said
		WHERE value IS NOT NULL AND length(${folded("value")}) > 1)`;
}

/**
 * Returns the query of the rows of a place that contain one of the needles. The inner limit also keeps each text from
 * being folded twice.
 */
function foundIn(name: PlaceName): string {
	const place: Place = PLACES[name];
	const { table, columns, kind, key = "t.id", link = "t.id", goes = "false", kept = "false", where = "true" } = place;
	const text = columns.map((column) => `coalesce(t.${column}, '')`).join(" || char(10) || ");
	const newest = place.key === undefined ? "ORDER BY t.id DESC" : "";
	return `SELECT DISTINCT '${name}' AS place, CAST(key AS TEXT) AS key, kind, CAST(link AS TEXT) AS link, fate FROM (
			SELECT ${key} AS key, ${kind} AS kind, ${link} AS link, ${folded(text)} AS text,
				CASE WHEN ${goes} THEN 'goes' WHEN ${kept} THEN 'kept' ELSE 'edit' END AS fate
			FROM ${table} t WHERE ${where} ${newest} ${limitTo(mostOf(place))})
		WHERE EXISTS (SELECT 1 FROM needles n WHERE instr(text, n.value) > 0)`;
}

/**
 * A row that contains the name: its place, the record that shows it with its own number if it has one, and what the
 * erasure does with it.
 */
export type FoundRow = {
	place: PlaceName;
	key: string;
	kind: string;
	link: string;
	number: string | null;
	fate: Fate;
};

/**
 * Returns the queries of where a person's name still stands: at most MOST_TOLD + 1 rows of each place. They are many
 * statements for one round trip.
 */
export const nameStands = (who: Erased, formerNames: readonly string[]): Select<FoundRow>[] =>
	PLACE_NAMES.map((name) =>
		select(
			`${needlesOf(who)} SELECT f.*, ${recordNumberOf("f.kind", "f.link")} AS number
			FROM (${foundIn(name)} ${limitTo(MOST_TOLD + 1)}) f`,
			JSON.stringify(formerNames),
		),
	);

/** Selects the places that have more rows than are searched. */
export const cutPlaces = (): Select<Record<PlaceName, 0 | 1>> =>
	select(
		`SELECT ${PLACE_NAMES.map((name) => {
			const [{ table }, most] = [PLACES[name], mostOf(PLACES[name])];
			return `(SELECT count(*) FROM (SELECT 1 FROM ${table} ${limitTo(most + 1)})) > ${most} AS ${name}`;
		}).join(", ")}`,
	);

/** Stores the places of the name that the erasure does not erase; it comes before the erasure in the same batch. */
export const keepPlaces = (who: Erased, formerNames: readonly string[], at: number): Write[] =>
	PLACE_NAMES.map((name) => {
		const [before = "", after = ""] = `${needlesOf(who)} ${foundIn(name)}`.split("?1");
		const found = sql`${sql.raw(before)}${JSON.stringify(formerNames)}${sql.raw(after)}`;
		return sql`INSERT INTO erasure_places (subject_type, subject_id, place, key, kind, link, fate, at)
			SELECT ${who.type}, ${who.id}, place, key, kind, link, fate, ${at} FROM (${found}) f
			WHERE fate <> 'goes' AND NOT EXISTS (SELECT 1 FROM erasure_places p WHERE p.subject_type = ${who.type}
				AND p.subject_id = ${who.id} AND p.place = f.place AND p.key = f.key)
			${sql.raw(limitTo(MOST_TOLD + 1))}`;
	});

/** Tables without a time of change: their rows are never changed, or only together with a row of another table. */
const UNDATED: readonly string[] = (
	"link_requests files mail_messages notifications revisions drafts slug_history attachments attachment_uses document_versions payment_events " +
	"receipts receipt_asks dues_events finance_lines finance_shares finance_events finance_revisions voucher_lines period_events bank_statements " +
	"examinations examination_items consent_texts payee_accounts payee_exemptions roster_imports payment_imports gift_list_rows settings_history audit_log content_changes"
).split(" ");

/** A row that contained the name at the erasure; whether it was deleted or changed since. */
export type KeptRow = FoundRow & { is_gone: 0 | 1; is_changed: 0 | 1 };

/** Returns the queries of where a person's name stood when they were erased: many statements for one round trip. */
export const placesKept = ({ type, id }: Erased): Select<KeptRow>[] =>
	PLACE_NAMES.map((name) => {
		const { table, key }: Place = PLACES[name];
		const changed = UNDATED.includes(table) ? "false" : "coalesce(t.updated_at > e.at, false)";
		return select(
			`SELECT DISTINCT e.place, e.key, e.kind, e.link, e.fate, ${recordNumberOf("e.kind", "e.link")} AS number, ${key ?? "t.id"} IS NULL AS is_gone, ${changed} AS is_changed
			FROM erasure_places e LEFT JOIN ${table} t ON ${key === undefined ? "t.id" : `CAST(${key} AS TEXT)`} = e.key
			WHERE e.subject_type = ?1 AND e.subject_id = ?2 AND e.place = '${name}'`,
			type,
			id,
		);
	});
