/** A row of audit_log as a seal covers it, with every column. */
export type SealedRow = {
	id: number;
	at: number;
	user_id: number | null;
	actor: string;
	action: string;
	auditable_type: string;
	auditable_id: string;
	description: string;
	ip_address: string | null;
	changes: string;
	on_behalf_of: number | null;
};

/** A seal over the rows from_id to to_id. `prev` is the hash of the seal before it, '' in the first one. */
export type Seal = {
	id: number;
	from_id: number;
	to_id: number;
	count: number;
	prev: string;
	hash: string;
	sealed_at: number;
};

/**
 * Returns the text whose SHA-256 (in UTF-8) is a seal's hash: lines joined by "\n", each the JSON (RFC 8259, without
 * spaces, as JSON.stringify writes it) of an array. The first line is
 *   ["audit_seals",1,id,from_id,to_id,count,sealed_at,prev]
 * where 1 is the version of this form; then one line for each row follows, in the order of ids:
 *   [id,at,user_id,actor,action,auditable_type,auditable_id,description,ip_address,changes,on_behalf_of]
 * `changes` is the stored string of JSON. The hash is written as 64 lower-case hexadecimal digits.
 */
export const sealedText = (seal: Omit<Seal, "hash">, rows: readonly SealedRow[]): string =>
	[sealHead(seal), ...rows.map(lineOf)].map((line) => JSON.stringify(line)).join("\n");

/** Returns the first line of a sealed text, as an array. */
export const sealHead = (seal: Omit<Seal, "hash">) => [
	"audit_seals",
	1,
	seal.id,
	seal.from_id,
	seal.to_id,
	seal.count,
	seal.sealed_at,
	seal.prev,
];

const lineOf = (row: SealedRow) => [
	row.id,
	row.at,
	row.user_id,
	row.actor,
	row.action,
	row.auditable_type,
	row.auditable_id,
	row.description,
	row.ip_address,
	row.changes,
	row.on_behalf_of,
];

/** Returns the seal after `last` that covers `rows`, without its hash; undefined when there are no rows. */
export function nextSeal(
	last: Seal | undefined,
	rows: readonly SealedRow[],
	at: number,
): Omit<Seal, "hash"> | undefined {
	const [first, newest] = [rows[0], rows.at(-1)];
	if (!first || !newest) return undefined;
	return {
		id: (last?.id ?? 0) + 1,
		from_id: first.id,
		to_id: newest.id,
		count: rows.length,
		prev: last?.hash ?? "",
		sealed_at: at,
	};
}

/**
 * Says in words everything that is wrong with a seal; an empty list when it is valid. `before` is the seal before it,
 * `rows` what the log has between its ends, `hash` the hash computed from these.
 */
export function faultsOf(
	seal: Seal,
	before: Seal | undefined,
	{ rows, hash }: { rows: readonly SealedRow[]; hash: string },
): string[] {
	const faults = linkFaults(seal, before);
	const start = (before?.to_id ?? 0) + 1;
	if (before?.id === seal.id - 1 && seal.from_id !== start)
		faults.push(`it begins at row ${seal.from_id}, not at row ${start}`);
	const missing = missingIds(rows, seal.from_id, seal.to_id);
	if (missing.length > 0) faults.push(`${missing.join(", ")} missing`);
	else if (hash !== seal.hash) faults.push("a row, or the seal itself, is not what was sealed");
	return faults;
}

/** Says what is wrong with a seal's place after the seal before it; an empty list when nothing is. */
export function linkFaults(seal: Link, before: Link | undefined): string[] {
	if (seal.id !== (before?.id ?? 0) + 1) return [`${span("seal", (before?.id ?? 0) + 1, seal.id - 1)} missing`];
	return seal.prev === (before?.hash ?? "") ? [] : ["it does not stand on the seal before it"];
}
type Link = { id: number; prev: string; hash: string };

/**
 * Returns the ids from `from` to `to`, both included, that no row has: "row 4", "rows 6 to 9". `rows` are in the order
 * of ids.
 */
export function missingIds(rows: readonly { id: number }[], from: number, to: number): string[] {
	const gaps: string[] = [];
	let expected = from;
	for (const { id } of [...rows, { id: to + 1 }]) {
		if (id > expected) gaps.push(span("row", expected, id - 1));
		expected = Math.max(expected, id + 1);
	}
	return gaps;
}

/** Returns a range in words: "row 4", "rows 4 to 6". */
export const span = (noun: string, first: number, last: number): string =>
	first === last ? `${noun} ${first}` : `${noun}s ${first} to ${last}`;
