/**
 * Returns a statement in a normal form for comparing: without comments, quotes and the last semicolon, with single
 * blanks and none beside brackets and commas. Stored statements may differ in these, such as where a column was added.
 */
export const plainSql = (statement: string): string =>
	statement
		.replace(/--.*$/gm, "")
		.replaceAll('"', "")
		.replace(/\s+/g, " ")
		.replace(/ ?([(),]) ?/g, "$1")
		.replace(/;\s*$/, "")
		.trim();

/** Whether a table is the program's own: SQLite, D1 and wrangler add some tables of theirs. */
export const isOurs = (name: string): boolean => !/^(sqlite_|_cf_|d1_migrations$)/.test(name);

/**
 * What the migrations make: their names in order; tables, triggers, views and indexes ("table payments"), each with a
 * hash of its statement.
 */
export type Structure = { migrations: readonly string[]; objects: Readonly<Record<string, string>> };
/** What a database contains: its applied migrations and its objects. */
export type Standing = { migrations: readonly string[]; objects: ReadonlyMap<string, string> };

/**
 * Returns the migrations that are missing, and those that this version does not know, because a newer version ran on
 * the database.
 */
export const migrationFaults = (
	expected: Structure,
	{ migrations }: Standing,
): { missing: string[]; unknown: string[] } => ({
	missing: expected.migrations.filter((name) => !migrations.includes(name)),
	unknown: migrations.filter((name) => !expected.migrations.includes(name)),
});

const nameOf = (object: string): string => object.slice(object.indexOf(" ") + 1);

/**
 * Returns the names of tables, triggers, views and indexes that are missing, differ, or are not made by the migrations.
 */
export const structureFaults = ({ objects }: Structure, standing: Standing): string[] =>
	[
		...Object.entries(objects).flatMap(([object, hash]) => (standing.objects.get(object) === hash ? [] : [object])),
		...[...standing.objects.keys()].filter((object) => !Object.hasOwn(objects, object)),
	].map(nameOf);

/** Returns the names of the tables. */
export const tablesOf = ({ objects }: Structure): string[] =>
	Object.keys(objects)
		.filter((object) => object.startsWith("table "))
		.map(nameOf);
