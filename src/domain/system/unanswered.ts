/**
 * The error that a store (D1, R2) did not answer, or could not do what it was asked, although the request was right.
 */
export class Unanswered extends Error {
	override name = "Unanswered";
}

/**
 * Matches errors of SQLite about a statement or its values, and of a binding about its arguments: violated rules, or
 * mistakes of our code.
 */
const OF_THE_STATEMENT =
	/SQLITE_(?:AUTH|CONSTRAINT|ERROR|MISMATCH|MISUSE|RANGE|TOOBIG)|D1_TYPE_ERROR|Wrong number of parameter bindings/;

/** Whether a store caused the error: it did not answer in time, or failed for another reason than the statement. */
export function isUnanswered(error: unknown): boolean {
	for (let e = error; e instanceof Error; e = e.cause)
		if (e instanceof Unanswered || (e.message.startsWith("D1_") && !OF_THE_STATEMENT.test(e.message))) return true;
	return false;
}

/**
 * Returns what a store's binding threw as an Unanswered, unless our statement or an argument caused it: then the error
 * itself.
 */
export function storageError(thrown: unknown): unknown {
	if (thrown instanceof TypeError || thrown instanceof RangeError) return thrown;
	for (let e = thrown; e instanceof Error; e = e.cause) if (OF_THE_STATEMENT.test(e.message)) return thrown;
	return new Unanswered("a store failed", { cause: thrown });
}
