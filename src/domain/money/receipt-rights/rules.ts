import { foldName } from "#kernel/names.ts";

/** A name on record: of the users who would issue a receipt and their families (`is_actor` 1), or of the payers (0). */
export type KnownName = { kind: string; id: number; name: string; is_actor: 0 | 1 };
type Issuing = {
	names: readonly KnownName[];
	/** The titles of the receipts to be issued. */
	titles: readonly string[];
	/** Titles that other users than the issuing ones wrote before. */
	said: readonly string[];
};

/** The title of a donor who is unknown or wants to stay unnamed; it is the name of nobody. */
export const ANONYMOUS = "善心人士";

/**
 * Returns what keeps users from issuing receipts alone. `own`: a payer is one of them or of their families.
 * `same_name`: a title or a payer has the name of one of them, so another user must issue. `other_title`: a title is
 * neither a payer's name nor written by another user, so two users must agree. Undefined: nothing.
 */
export function hindrance({ names, titles, said }: Issuing): "own" | "same_name" | "other_title" | undefined {
	const records = names.filter(({ is_actor }) => is_actor === 0);
	if (records.some(({ kind, id }) => names.some((one) => one.is_actor === 1 && one.kind === kind && one.id === id)))
		return "own";
	const folded = (isActor: 0 | 1) =>
		names.filter(({ is_actor }) => is_actor === isActor).map(({ name }) => foldName(name));
	const [acting, people, wanted] = [new Set(folded(1)), folded(0), titles.map(foldName)];
	if ([...wanted, ...people].some((name) => acting.has(name))) return "same_name";
	const known = new Set([...people, ...[...said, ANONYMOUS].map(foldName)]);
	return wanted.every((title) => known.has(title)) ? undefined : "other_title";
}

/** A user's request to replace a receipt, which a second user must confirm. */
export type Asked = { replacement: string; payer_title: string; asked_by: number };

/** Whether the stored request `ask` is for the very same replacement and title, and was made by none of `users`. */
export const isSecond = (
	ask: Asked | undefined,
	wanted: Pick<Asked, "replacement" | "payer_title">,
	users: readonly number[],
): boolean =>
	ask !== undefined &&
	!users.includes(ask.asked_by) &&
	ask.replacement === wanted.replacement &&
	ask.payer_title === wanted.payer_title;
