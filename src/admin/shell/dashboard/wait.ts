import type { Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Select } from "#db/read.ts";

/** A thing that waits for the user. */
export type WaitLine = {
	/** Since when it waits, in UTC milliseconds; null when that is not known. */
	since: number | null;
	what: string;
	/** What else is to be known of it; `isLate` says so, and is drawn as a warning. */
	sub?: string | undefined;
	isLate?: boolean;
	href: string;
	/** What is to be done with it: 審查. */
	act: string;
};
/** A kind of things that wait, for users whom its gate admits: one SQL statement, and the lines of its rows. */
type WaitKind<Row> = {
	/** The kind's name in the address. */
	code: string;
	name: string;
	gate: Gate;
	ask: (who: Visitor, at: number, most: number) => Select<Row>;
	lines: (rows: Row[], at: number, who: Visitor) => WaitLine[];
	/** Returns how many there are; without it, as many as there are lines. */
	total?: (rows: Row[]) => number;
};
/** A kind whose row type is erased, so that one list can hold all of them. */
export type AnyWaitKind = Omit<WaitKind<unknown>, "total"> & { total: (rows: unknown[]) => number | undefined };

/** Erases a kind's row type. The casts are safe, because the rows are always those of the kind's own `ask`. */
export const waitKind = <Row>({ lines, total, ...rest }: WaitKind<Row>): AnyWaitKind => ({
	...rest,
	lines: (rows, at, who) => lines(rows as Row[], at, who),
	total: (rows) => total?.(rows as Row[]),
});

/** Returns the number of all things that wait, as each of the rows has it. */
export const waitingIn = ([row]: readonly { waiting: number }[]): number => row?.waiting ?? 0;
