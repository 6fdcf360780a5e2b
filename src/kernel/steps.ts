import { Refusal, type RefusalCode } from "./refusal.ts";

/** Whose a step is: of whoever holds any of these permissions, or of somebody by how they stand to the record ("applicant"). */
export type Whose = readonly string[] | string;

/** A step of a workflow: from where to where, whose it is, and its words. A workflow adds what it alone says of its steps. */
export type Step<S extends string = string> = {
	from: readonly S[];
	/** Where it leads; one of several, where what is done with it decides. */
	to: S | readonly S[];
	by: Whose;
	/** What its form asks for besides the version that was seen. */
	asks?: readonly string[];
	/** The kinds of notifications that it sends. */
	tells?: readonly string[];
	/** What it is called, in a history, on paper and where somebody is waited for. */
	label?: string;
	/** How the history says that it was done, where the label does not. */
	past?: string;
	/** What its button says. */
	press?: string;
	/** Said to whoever took it. */
	done?: string;
	/** It is rare and mostly final: it stands behind a name, and says what it does. */
	rare?: { name: string; words: string };
};

type Table<S extends string, N extends string, E extends Step<S>> = {
	/** The states, in their order. */
	states: readonly S[];
	steps: Readonly<Record<N, E>>;
	/** What a step is refused with that does not begin where the record stands. */
	refusal: RefusalCode;
};

/**
 * THE table of a workflow as a value, from code or from rows: guards, buttons, words, routes (`src/kits/steps`), the documents and
 * the check of what the database knows of it read it.
 */
export type Workflow<S extends string = string, N extends string = string, E extends Step<S> = Step<S>> = Table<
	S,
	N,
	E
> & {
	/** The steps by name, in the order of the table. */
	names: readonly N[];
	/** Whether a step begins in a state. */
	can: (name: N, state: S) => boolean;
	/** Refuses a step that does not begin where the record stands. */
	refuse: (name: N, state: S) => void;
	/** Where a step leads from a state: none where it does not begin there, one of several where what is done decides. */
	to: (name: N, state: S) => readonly S[];
	/** The steps that begin in a state. */
	at: (state: S) => N[];
};

/** Makes the workflow of its table. Throws where a step begins or leads nowhere: a state that the table does not have. */
export function workflow<S extends string, N extends string, E extends Step<S>>(
	table: Table<S, N, E>,
): Workflow<S, N, E> {
	const { states, steps, refusal } = table;
	const isStep = (name: string): name is N => name in steps;
	const names = Object.keys(steps).filter(isStep);
	for (const name of names)
		for (const state of [...steps[name].from, ...leadsOf(steps[name])])
			if (!states.includes(state)) throw new RangeError(`${name}: there is no state ${state}`);
	const can = (name: N, state: S): boolean => steps[name].from.includes(state);
	return {
		...table,
		names,
		can,
		refuse: (name, state) => {
			if (!can(name, state)) throw new Refusal(refusal);
		},
		to: (name, state) => (can(name, state) ? leadsOf(steps[name]) : []),
		at: (state) => names.filter((name) => can(name, state)),
	};
}

/** Where a step leads, as a list. */
export const leadsOf = <S extends string>({ to }: Pick<Step<S>, "to">): readonly S[] =>
	typeof to === "string" ? [to] : to;

/** Whether somebody who holds these permissions takes a step: one that is somebody's by how they stand, nobody by a permission. */
export const holdsStep = ({ by }: Pick<Step, "by">, held: ReadonlySet<string>): boolean =>
	typeof by !== "string" && by.some((one) => held.has(one));
