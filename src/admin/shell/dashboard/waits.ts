import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { AnyWaitKind, WaitLine } from "./wait.ts";
import { MONEY_WAITS } from "./waits-money.ts";
import { OFFICE_WAITS } from "./waits-office.ts";
import { PEOPLE_WAITS } from "./waits-people.ts";

/** The only list of the kinds of things that wait, in the order in which the home page offers them. */
const WAIT_KINDS: readonly AnyWaitKind[] = [...PEOPLE_WAITS, ...MONEY_WAITS, ...OFFICE_WAITS];
/** The names of the kinds in the address, and `all`, which shows more of every kind. */
export const WAIT_CODES = ["all", ...WAIT_KINDS.map(({ code }) => code)];

/** Returns the kinds whose gates admit the user. */
export const waitKindsFor = (who: Visitor): AnyWaitKind[] => WAIT_KINDS.filter(({ gate }) => allows(gate, who));

/** The most lines that the home page shows: of all kinds, and when a kind or `all` was asked for. */
const MOST = 12;
const MOST_ASKED = 60;
export const mostShown = (asked: string | undefined): number => (asked === undefined ? MOST : MOST_ASKED);

type Shown = WaitLine & { kind: string };
/** What waits for the user: the kinds with anything, how many there are in all, and the lines that are shown. */
export type Waits = {
	kinds: { code: string; name: string; many: number }[];
	total: number;
	lines: Shown[];
	/** How many things the user has sent and others review. */
	sent: number;
	asked: string | undefined;
};

/** Returns what waits for the user by age, the oldest first, and last what has no known age. `rows`: those of each kind. */
export function waitsOf(
	kinds: readonly { kind: AnyWaitKind; rows: unknown[] }[],
	{ who, at, asked, sent }: { who: Visitor; at: number; asked: string | undefined; sent: number },
): Waits {
	const found = kinds.map(({ kind, rows }) => {
		const lines = kind.lines(rows, at, who);
		return { ...kind, lines, many: kind.total(rows) ?? lines.length };
	});
	const lines = found
		.filter(({ code }) => asked === undefined || asked === "all" || asked === code)
		.flatMap(({ name, lines }) => lines.map((line) => ({ ...line, kind: name })))
		.toSorted((a, b) => (a.since ?? Number.POSITIVE_INFINITY) - (b.since ?? Number.POSITIVE_INFINITY));
	return {
		kinds: found
			.filter(({ code, many }) => many > 0 || code === asked)
			.map(({ code, name, many }) => ({ code, name, many })),
		total: found.reduce((sum, { many }) => sum + many, 0),
		lines: lines.slice(0, mostShown(asked)),
		sent,
		asked,
	};
}
