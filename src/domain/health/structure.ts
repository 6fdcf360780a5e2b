/** The words of a statement: migrations may be stored with other blanks, without comments, and without the last semicolon. */
export const plainSql = (statement: string): string =>
	statement.replace(/--.*$/gm, "").replace(/\s+/g, " ").replace(/;\s*$/, "").trim();

/** What the migrations make: their names in order; tables; triggers, views and indexes with a hash of their words. */
export type Structure = {
	migrations: readonly string[];
	tables: readonly string[];
	objects: Readonly<Record<string, string>>;
};
/** What stands in a database; `objects` by name. */
export type Standing = {
	migrations: readonly string[];
	tables: readonly string[];
	objects: ReadonlyMap<string, string>;
};

/** Migrations that are missing, and those that this version does not know: a newer one was here. */
export const migrationFaults = (
	expected: Structure,
	{ migrations }: Standing,
): { missing: string[]; unknown: string[] } => ({
	missing: expected.migrations.filter((name) => !migrations.includes(name)),
	unknown: migrations.filter((name) => !expected.migrations.includes(name)),
});

/** Tables, triggers, views and indexes that are missing or say something else than the migrations. */
export const structureFaults = (expected: Structure, standing: Standing): string[] => [
	...expected.tables.filter((name) => !standing.tables.includes(name)),
	...Object.entries(expected.objects).flatMap(([name, hash]) => (standing.objects.get(name) === hash ? [] : [name])),
];
