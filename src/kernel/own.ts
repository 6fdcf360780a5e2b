/** What a table itself has under a key that somebody typed: `constructor` and `toString` are in none, nor anything in no table. */
export const own = <V>(table: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
	table && Object.hasOwn(table, key) ? table[key] : undefined;
