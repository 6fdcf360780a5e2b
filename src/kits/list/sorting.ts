/** A value that rows are sorted by; null and "" are no value. */
type Value = string | number | null;
export type SortedBy<Row> = Readonly<Record<string, (row: Row) => Value>>;

/** Returns the names of the orders in an address: each ascending and descending. */
export const sortsOf = <Row>(by: SortedBy<Row>): string[] => Object.keys(by).flatMap((name) => [name, `-${name}`]);

/**
 * Returns the rows in an order, as `orders` of src/db/orders.ts has the database sort them: descending is the reverse of
 * ascending, but rows without a value are last in either direction.
 */
export function sortedRows<Row>(rows: readonly Row[], by: SortedBy<Row>, sort: string | undefined): Row[] {
	const isDown = sort?.startsWith("-") === true;
	const of = by[sort?.slice(Number(isDown)) ?? ""];
	if (!of) return [...rows];
	const all = rows.map((row) => ({ row, value: of(row) ?? "" }));
	const [full, empty] = [all.filter(({ value }) => value !== ""), all.filter(({ value }) => value === "")];
	full.sort(({ value: one }, { value: other }) => (one === other ? 0 : one < other ? -1 : 1));
	const parts = isDown ? [full.reverse(), empty.reverse()] : [full, empty];
	return parts.flat().map(({ row }) => row);
}
