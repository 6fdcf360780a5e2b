/** The state that a form shows: what was typed, its errors, and what another user saved meanwhile. */
export type FormState = {
	values: Record<string, string | string[]>;
	/** Error sentences by field name; those under the name "" concern the whole form. */
	errors: Record<string, string[]>;
	/** The sentence of a refusal that concerns the whole form. */
	problem?: string | undefined;
	conflict?: Conflict[] | undefined;
	/** The prefix of the ids of the form's fields, needed when a page has several forms. */
	prefix?: string | undefined;
};

/**
 * Returns the state of a form that was not sent yet: these values, no errors, and `prefix` for the ids of its fields.
 */
export const freshForm = (values: FormState["values"] = {}, prefix?: string): FormState => ({
	values,
	errors: {},
	prefix,
});

/** Returns whether nothing was refused, so that the focus may go to the first field instead of to what is wrong. */
export const isFresh = ({ errors, problem, conflict }: FormState): boolean =>
	problem === undefined && conflict === undefined && Object.keys(errors).length === 0;

/** Returns the id of a field's control; for a group, of its first control. */
export const fieldId = (state: FormState, name: string): string => `${state.prefix ?? "f"}-${name}`;

/** A field that another user saved meanwhile: `mine` is what this user typed, `theirs` what is stored now. */
export type Conflict = {
	field: string;
	label: string;
	mine: string;
	theirs: string;
	/** The value that stands for `theirs` in the control, when it differs from the shown text. */
	theirsValue?: string | undefined;
	/**
	 * The text with both versions of the lines that both users changed. It is set when the common starting text is
	 * known; `mine` and `theirs` then differ only in those lines.
	 */
	both?: string | undefined;
	/**
	 * Set when the user has nothing to choose: the field took the stored text, because only that had changed
	 * ("theirs"), or the text with the changes of both users ("both").
	 */
	merged?: "theirs" | "both" | undefined;
};
