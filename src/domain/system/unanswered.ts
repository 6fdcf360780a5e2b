/** A store (D1, R2) did not answer, or could not do what it was asked. Nothing is wrong with what was asked. */
export class Unanswered extends Error {
	override name = "Unanswered";
}

/** What SQLite says of a statement or its values, and what a binding says of its arguments: rules, or mistakes of ours. */
const OF_THE_STATEMENT =
	/SQLITE_(?:AUTH|CONSTRAINT|ERROR|MISMATCH|MISUSE|RANGE|TOOBIG)|D1_TYPE_ERROR|Wrong number of parameter bindings/;

/** Whether a store is the cause: it threw something else than a word on the statement, or did not answer in time. */
export function isUnanswered(error: unknown): boolean {
	for (let e = error; e instanceof Error; e = e.cause)
		if (e instanceof Unanswered || (e.message.startsWith("D1_") && !OF_THE_STATEMENT.test(e.message))) return true;
	return false;
}

/** What a binding of a store threw, as Unanswered unless the statement or an argument of ours is the cause. */
export function storageError(thrown: unknown): unknown {
	if (thrown instanceof TypeError || thrown instanceof RangeError) return thrown;
	for (let e = thrown; e instanceof Error; e = e.cause) if (OF_THE_STATEMENT.test(e.message)) return thrown;
	return new Unanswered("a store failed", { cause: thrown });
}
