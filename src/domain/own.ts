/** What `table` itself has under a key that somebody typed: `constructor` and `toString` are in none. */
export const own = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
	Object.hasOwn(table, key) ? table[key] : undefined;
