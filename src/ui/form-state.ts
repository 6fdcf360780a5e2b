/** What a form shows: what was typed, what is wrong with it, and what somebody else saved meanwhile. */
export type FormState = {
	values: Record<string, string | string[]>;
	/** Sentences by field name; the name "" is for the whole form. */
	errors: Record<string, string[]>;
	/** A rule that said no, for the whole form. */
	problem?: string | undefined;
	conflict?: Conflict[] | undefined;
	/** Begins the ids of its fields, when a page has several forms. */
	prefix?: string | undefined;
};

/** A form that nobody has sent yet, with these values in it. */
export const freshForm = (values: FormState["values"] = {}, prefix?: string): FormState => ({
	values,
	errors: {},
	prefix,
});

/** The id of a field's control; a group's is its first. */
export const fieldId = (state: FormState, name: string): string => `${state.prefix ?? "f"}-${name}`;

/** One field that was saved by somebody else while this form was open. */
export type Conflict = {
	field: string;
	label: string;
	mine: string;
	theirs: string;
	/** What the control must hold to say `theirs`, when that is not the shown text. */
	theirsValue?: string | undefined;
	/**
	 * Where it is known what both started from, `mine` and `theirs` differ only where both changed the same lines, and this
	 * text has both versions there.
	 */
	both?: string | undefined;
	/** Nothing to choose: the field took theirs, which alone had changed, or has the changes of both in it. */
	merged?: "theirs" | "both" | undefined;
};
