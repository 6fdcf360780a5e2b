/**
 * The complete list of the columns that are sealed (encrypted) under SEALING_KEY. `sealed` is the column or JSON value,
 * `place` the context that it is bound to, `key` the column by which its row is named. Files are not in the list: their
 * objects are sealed, and their rows name the key.
 */
export const SEALED = [
	{ table: "webhook_endpoints", sealed: "secret", place: "'webhook_endpoints.secret:' || id", key: "id" },
	{ table: "webhook_endpoints", sealed: "previous_secret", place: "'webhook_endpoints.secret:' || id", key: "id" },
	{ table: "users", sealed: "totp_secret", place: "'users.totp_secret:' || id", key: "id" },
	...["person_key", "national_id", "diagnosis_note"].map((column) => ({
		table: "members",
		sealed: column,
		place: `'members.${column}:' || seal_id`,
		key: "id",
	})),
	...["person_key", "national_id"].map((column) => ({
		table: "donors",
		sealed: column,
		place: `'members.${column}:' || seal_id`,
		key: "id",
	})),
	...["person_key", "national_id"].map((column) => ({
		table: "payees",
		sealed: column,
		place: `'members.${column}:' || seal_id`,
		key: "id",
	})),
	{
		table: "member_field_values",
		sealed: "value",
		when: "seal_id IS NOT NULL",
		place: "'member_field_values.value:' || seal_id",
		key: "id",
	},
	{
		table: "application_values",
		sealed: "value",
		when: "seal_id IS NOT NULL",
		place: "'member_field_values.value:' || seal_id",
		key: "id",
	},
	{ table: "link_requests", sealed: "profile", place: "'link_requests.profile:' || seal_id", key: "id" },
	{
		table: "roster_import_rows",
		sealed: "before",
		path: "$.told",
		place: "'roster_import_rows.before:' || import_id || ':' || row",
		key: "import_id, row",
	},
	{
		table: "payment_import_rows",
		sealed: "told",
		path: "$.sealed",
		place: "'payment_import_rows.told:' || import_id || ':' || row",
		key: "import_id, row",
	},
] as const satisfies readonly SealedColumn[];

/**
 * A sealed column; `path` is set when the sealed text is a value in the column's JSON, `when` (SQL) when only some rows
 * of the column are sealed.
 */
export type SealedColumn = { table: string; sealed: string; path?: string; when?: string; place: string; key: string };

/** Returns SQL for a row's sealed text; NULL or '' when there is none. */
export function sealedText({ sealed, path, when }: SealedColumn): string {
	if (when !== undefined) return `iif(${when}, ${sealed}, NULL)`;
	return path === undefined ? sealed : `iif(json_valid(${sealed}), ${sealed} ->> '${path}', NULL)`;
}

/**
 * Returns queries that count the sealed texts under each key: `key_id` is a fingerprint. There is one query for each
 * table, because D1 joins at most five in a UNION.
 */
export const countSealed = (): string[] => [
	...SEALED.map((column) => {
		const text = sealedText(column);
		return `SELECT substr(${text}, 1, 8) AS key_id, count(*) AS count FROM ${column.table}
			WHERE ${text} LIKE '________.%' GROUP BY 1`;
	}),
	"SELECT key_id, count(*) AS count FROM files WHERE is_sealed = 1 AND deleted_at IS NULL GROUP BY 1",
];

/** The query of how many passwords were hashed under each pepper. */
export const COUNT_PEPPERED = `SELECT substr(password_hash, instr(password_hash, ',k=') + 3, 8) AS key_id, count(*) AS count FROM users
	WHERE password_hash LIKE '$scrypt$ln=%' GROUP BY 1`;
