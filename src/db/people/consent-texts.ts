import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import {
	CONSENT_TEXTS,
	CONSENT_VERSIONS,
	type StoredText,
	type TextKind,
} from "#domain/people/profiles/consent-texts.ts";
import type { By } from "#kernel/by.ts";

const SHIPPED = JSON.stringify(
	Object.fromEntries(Object.entries(CONSENT_TEXTS).map(([kind, { version }]) => [kind, version])),
);
/** The condition of the published text `t` of a kind (SQL) that is asked for today. */
const isCurrent = (kind: string): string =>
	`t.id = (SELECT n.id FROM consent_texts n WHERE n.kind = ${kind} AND n.starts_on <= date('now', '+8 hours')
		ORDER BY n.starts_on DESC, n.id DESC LIMIT 1)`;

/** Returns SQL for the version of the text of a kind (SQL) that is asked for today. */
export const currentVersion = (kind: string): string =>
	`coalesce((SELECT t.version FROM consent_texts t WHERE ${isCurrent(kind)}), '${SHIPPED}' ->> ${kind})`;

const VERSIONS = JSON.stringify(
	Object.entries(CONSENT_VERSIONS).flatMap(([kind, all]) => all.map(({ version }) => `${kind} ${version}`)),
);
/** Returns SQL: whether there is a text of this kind and version (SQL): one that ships, or one that was published. */
export const hasText = (kind: string, version: string): string =>
	`(${kind} || ' ' || ${version} IN (SELECT value FROM json_each('${VERSIONS}'))
		OR EXISTS (SELECT 1 FROM consent_texts t WHERE t.kind = ${kind} AND t.version = ${version}))`;

/** Selects the texts of the association that are asked for today; of a kind without one, that of the program is. */
export const currentTexts = (): Select<StoredText> =>
	select(`SELECT t.kind, t.version, t.body FROM consent_texts t WHERE ${isCurrent("t.kind")} ORDER BY t.kind`);

/** Selects the text of a version that the association published; no row for one that ships with the program. */
export const storedText = (kind: string, version: string): Select<StoredText> =>
	selectOne("SELECT kind, version, body FROM consent_texts WHERE kind = ? AND version = ?", kind, version);

/** A published version of a text. */
export type TextRow = {
	kind: TextKind;
	version: string;
	starts_on: string;
	created_at: number;
	author: string | null;
	is_current: 0 | 1;
};
/** Selects all versions that the association published, the newest first. */
export const textRows = (): Select<TextRow> =>
	select(
		`SELECT t.kind, t.version, t.starts_on, t.created_at, u.name AS author, ${isCurrent("t.kind")} AS is_current
		FROM consent_texts t LEFT JOIN users u ON u.id = t.created_by ORDER BY t.kind, t.starts_on DESC, t.id DESC`,
	);

type NewText = { kind: TextKind; startsOn: string; body: string; by: By };
/** Publishes a version of a text; its name is its first day, with a number after it when the day has one. */
export const insertText = ({ kind, startsOn, body, by }: NewText): Write =>
	sql`INSERT INTO consent_texts (kind, version, starts_on, body, created_by, created_at)
		SELECT ${kind}, ${startsOn} || iif(n.many = 0, '', '-' || (n.many + 1)), ${startsOn}, ${body}, ${by.userId}, ${by.at}
		FROM (SELECT count(*) AS many FROM consent_texts WHERE kind = ${kind} AND starts_on = ${startsOn}) n`;

/** Refuses with `privacy.text_changed` a version of a text that is not the one that is asked for today. */
export const refuseOldText = (kind: TextKind, version: string): Write =>
	refuseWhere("privacy.text_changed", sql`${version} <> ${nowOf(kind)}`);

/** Refuses with `privacy.no_text` a version that neither ships with the program nor was published. */
export const refuseUnknownText = (kind: string, version: string): Write =>
	refuseWhere(
		"privacy.no_text",
		sql`NOT (SELECT ${sql.raw(hasText("n.kind", "n.version"))} FROM (SELECT ${kind} AS kind, ${version} AS version) n)`,
	);

/** Returns the version of a text that is asked for today, as SQL. */
export const nowOf = (kind: TextKind): SQL<string> => sql.raw(currentVersion(`'${kind}'`)) as SQL<string>;
