/**
 * THE list of what lies sealed under SEALING_KEY in the database. `sealed` gives the text of a row, `place` what it is bound
 * to, `set` takes another text for it; files are not in the list: their objects are sealed, and their rows say by which key.
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

/** `path` where the sealed text is a value in the column's JSON. */
export type SealedColumn = { table: string; sealed: string; path?: string; place: string; key: string };

/** A row's sealed text, as SQL; NULL or '' where nothing lies there. */
export const sealedText = ({ sealed, path }: SealedColumn): string =>
	path === undefined ? sealed : `iif(json_valid(${sealed}), ${sealed} ->> '${path}', NULL)`;

/** How much lies under each key: `key_id` is a fingerprint. A statement for each table, for D1 joins five at most. */
export const countSealed = (): string[] => [
	...SEALED.map((column) => {
		const text = sealedText(column);
		return `SELECT substr(${text}, 1, 8) AS key_id, count(*) AS count FROM ${column.table}
			WHERE ${text} LIKE '________.%' GROUP BY 1`;
	}),
	"SELECT key_id, count(*) AS count FROM files WHERE is_sealed = 1 AND deleted_at IS NULL GROUP BY 1",
];

/** How many passwords were hashed under each pepper. */
export const COUNT_PEPPERED = `SELECT substr(password_hash, instr(password_hash, ',k=') + 3, 8) AS key_id, count(*) AS count FROM users
	WHERE password_hash LIKE '$scrypt$ln=%' GROUP BY 1`;
