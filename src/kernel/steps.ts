import { Refusal, type RefusalCode } from "./refusal.ts";

/**
 * Who may take a step: a list of permissions, of which the user needs any one; or a word for the user's relation to the
 * record, such as "applicant".
 */
export type Whose = readonly string[] | string;

/**
 * A step of a workflow: the states it begins in, the state it leads to, who may take it, and its words. A workflow may
 * add properties of its own.
 */
export type Step<S extends string = string> = {
	from: readonly S[];
	/** The state that the step leads to; a list when what the user decides determines the state. */
	to: S | readonly S[];
	by: Whose;
	/** The fields of the step's form, besides the version that the user saw. */
	asks?: readonly string[];
	/** The kinds of notifications that the step sends. */
	tells?: readonly string[];
	/** The name of the step in histories, on paper, and where the record waits for somebody to take it. */
	label?: string;
	/** How a history says that the step was taken, when the label does not say it. */
	past?: string;
	/** The words on the step's button. */
	press?: string;
	/** The message to the user who took the step. */
	done?: string;
	/**
	 * For a rare and mostly final step: its form stands in a disclosure with this name, and `words` say what the step
	 * does.
	 */
	rare?: { name: string; words: string };
};

type Table<S extends string, N extends string, E extends Step<S>> = {
	/** The states in their order. */
	states: readonly S[];
	steps: Readonly<Record<N, E>>;
	/** The code of the refusal of a step that does not begin in the record's state. */
	refusal: RefusalCode;
};

/**
 * A workflow as a value, declared in code or made from rows. It is the only table of the workflow's steps: guards,
 * buttons, words, routes (`src/kits/steps`), the documentation, and the test that compares it with the database all
 * read it.
 */
type Workflow<S extends string = string, N extends string = string, E extends Step<S> = Step<S>> = Table<S, N, E> & {
	/** The names of the steps in the order of the table. */
	names: readonly N[];
	/** Returns whether a step begins in a state. */
	can: (name: N, state: S) => boolean;
	/** Throws the Refusal with the table's code `refusal` when a step does not begin in the record's state. */
	refuse: (name: N, state: S) => void;
	/**
	 * Returns the states to which a step leads from a state: none when the step does not begin there, several when what
	 * the user decides determines the state.
	 */
	to: (name: N, state: S) => readonly S[];
	/** Returns the steps that begin in a state. */
	at: (state: S) => N[];
};

/** Makes a workflow from its table. Throws a RangeError when a step names a state that the table does not have. */
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

/** Returns the states to which a step leads, as a list. */
export const leadsOf = <S extends string>({ to }: Pick<Step<S>, "to">): readonly S[] =>
	typeof to === "string" ? [to] : to;

/**
 * Returns whether a user with these permissions may take a step. False for a step whose `by` is a relation to the
 * record: no permission allows it.
 */
export const holdsStep = ({ by }: Pick<Step, "by">, held: ReadonlySet<string>): boolean =>
	typeof by !== "string" && by.some((one) => held.has(one));
