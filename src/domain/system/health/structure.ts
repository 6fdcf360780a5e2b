/**
 * The words of a statement: migrations may be stored with other blanks and quotes, without comments and without the last
 * semicolon, and a column that was added stands behind the others.
 */
export const plainSql = (statement: string): string =>
	statement
		.replace(/--.*$/gm, "")
		.replaceAll('"', "")
		.replace(/\s+/g, " ")
		.replace(/ ?([(),]) ?/g, "$1")
		.replace(/;\s*$/, "")
		.trim();

/** What is ours in a database: SQLite, D1 and wrangler keep some tables for themselves. */
export const isOurs = (name: string): boolean => !/^(sqlite_|_cf_|d1_migrations$)/.test(name);

/** What the migrations make: their names in order; tables, triggers, views and indexes ("table payments") with a hash of their words. */
export type Structure = { migrations: readonly string[]; objects: Readonly<Record<string, string>> };
/** What stands in a database. */
export type Standing = { migrations: readonly string[]; objects: ReadonlyMap<string, string> };

/** Migrations that are missing, and those that this version does not know: a newer one was here. */
export const migrationFaults = (
	expected: Structure,
	{ migrations }: Standing,
): { missing: string[]; unknown: string[] } => ({
	missing: expected.migrations.filter((name) => !migrations.includes(name)),
	unknown: migrations.filter((name) => !expected.migrations.includes(name)),
});

const nameOf = (object: string): string => object.slice(object.indexOf(" ") + 1);

/** The names of tables, triggers, views and indexes that are missing, say something else, or are none of the migrations'. */
export const structureFaults = ({ objects }: Structure, standing: Standing): string[] =>
	[
		...Object.entries(objects).flatMap(([object, hash]) => (standing.objects.get(object) === hash ? [] : [object])),
		...[...standing.objects.keys()].filter((object) => !Object.hasOwn(objects, object)),
	].map(nameOf);

/** The names of the tables. */
export const tablesOf = ({ objects }: Structure): string[] =>
	Object.keys(objects)
		.filter((object) => object.startsWith("table "))
		.map(nameOf);
