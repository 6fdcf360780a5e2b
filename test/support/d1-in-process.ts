/**
 * A D1 in this process: Node's SQLite in memory, which runs batches as D1 does, without workerd's round trips.
 * test/db/d1-in-process.node.ts holds it against the real one.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Asked } from "../../scripts/asked-database.ts";

/** SQLite's result codes and the extended ones, as D1 writes them behind a message. */
const CODES: Record<number, string> = { 1: "ERROR", 5: "BUSY", 13: "FULL", 19: "CONSTRAINT", 20: "MISMATCH" };
const EXTENDED: Record<number, string> = {
	275: "CONSTRAINT_CHECK",
	787: "CONSTRAINT_FOREIGNKEY",
	1299: "CONSTRAINT_NOTNULL",
	1555: "CONSTRAINT_PRIMARYKEY",
	1811: "CONSTRAINT_TRIGGER",
	2067: "CONSTRAINT_UNIQUE",
	2579: "CONSTRAINT_ROWID",
	3091: "CONSTRAINT_DATATYPE",
};
/** The most parameters that D1 takes for a statement. */
const MOST_PARAMS = 100;

/** Where a batch breaks off: before the statement at this place, with this error. */
export type Cut = { place: number; message: string };

export class InProcess {
	readonly sqlite = new DatabaseSync(":memory:");
	readonly #prepared = new Map<string, StatementSync>();

	/** A copy of the database of which `sqlite.serialize()` gave the bytes. */
	constructor(bytes: Uint8Array) {
		this.sqlite.deserialize(bytes);
	}

	/** Runs a batch: all of it, or nothing and an error. Answers as workerd does (`Asked`). */
	run({ statements, raw }: Asked, cut?: Cut): unknown[] {
		this.sqlite.exec("SAVEPOINT batch");
		try {
			const answers = statements.map((statement, place) => {
				if (cut?.place === place) throw new Error(cut.message);
				return this.#rowsOf(statement);
			});
			this.sqlite.exec("RELEASE batch");
			const [first] = answers;
			return raw && first ? [first.columns, ...first.rows] : answers.map(resultOf);
		} catch (error) {
			this.sqlite.exec("ROLLBACK TO batch; RELEASE batch");
			throw asD1Says(error);
		}
	}

	/**
	 * Lets something happen and undoes all of it: a third of the time that a copy takes, whose statements are prepared anew.
	 * Within, a foreign key that is deferred to the end of a batch is never looked at; there is none.
	 */
	async undoing<T>(happens: () => Promise<T>): Promise<T> {
		this.sqlite.exec("BEGIN");
		try {
			return await happens();
		} finally {
			this.sqlite.exec("ROLLBACK");
		}
	}

	#rowsOf({ sql, params }: Asked["statements"][number]): Answer {
		if (params.length > MOST_PARAMS) throw new Error("D1_ERROR: too many SQL variables: SQLITE_ERROR");
		let statement = this.#prepared.get(sql);
		if (!statement) {
			statement = this.sqlite.prepare(sql);
			statement.setReturnArrays(true);
			this.#prepared.set(sql, statement);
		}
		// The type of Node's rows does not know that they are arrays.
		const rows: unknown[] = statement.all(...params.map(bound));
		return {
			columns: statement.columns().map(({ name }) => name),
			rows: rows.map((row) => Object.values(row ?? {}).map(told)),
		};
	}
}

type Answer = { columns: string[]; rows: unknown[][] };

const resultOf = ({ columns, rows }: Answer) => ({
	success: true,
	// Of D1's figures about a statement, the program reads the database's size alone, and never here.
	meta: {},
	results: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
});

/** Node binds each number as a REAL, as D1 does. Whether something is so is 1 or 0. */
function bound(value: unknown): SQLInputValue {
	if (typeof value === "boolean") return value ? 1 : 0;
	if (value === null || typeof value === "number" || typeof value === "string") return value;
	if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`);
}

/** D1 gives the bytes of a blob as a list of numbers. */
const told = (value: unknown): unknown => (value instanceof Uint8Array ? [...value] : value);

/** The error with D1's words around those of SQLite. */
function asD1Says(error: unknown): unknown {
	if (!(error instanceof Error && "errcode" in error)) return error;
	const code = Number(error.errcode);
	const extended = EXTENDED[code] === undefined ? "" : ` (extended: SQLITE_${EXTENDED[code]})`;
	const words = `${error.message}: SQLITE_${CODES[code & 0xff] ?? code}${extended}`;
	return new Error(`D1_ERROR: ${words}`, { cause: new Error(words) });
}
