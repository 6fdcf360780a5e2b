/**
 * Returns a table's own value under a typed key; undefined for inherited keys such as `constructor` and `toString`, and
 * when there is no table.
 */
export const own = <V>(table: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
	table && Object.hasOwn(table, key) ? table[key] : undefined;
