import { foldName } from "#kernel/names.ts";

/** A name on record: of those who would issue a receipt and their families (`is_actor`), or of those whose it would be. */
export type KnownName = { kind: string; id: number; name: string; is_actor: 0 | 1 };
type Issuing = {
	names: readonly KnownName[];
	/** What the receipts would say. */
	titles: readonly string[];
	/** Titles that others than those who would issue them said before. */
	said: readonly string[];
};

/** Who gave is not known, or does not want to be: nobody's name. */
export const ANONYMOUS = "善心人士";

/**
 * What keeps somebody from issuing receipts alone. `own`: a payer is them or their family. `same_name`: a title or a payer is
 * called so, and another presses. `other_title`: a title is neither the name of a payer nor said by somebody else: two press.
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

/** A receipt that somebody asked for. */
export type Asked = { replacement: string; payer_title: string; asked_by: number };

/** Whether another than these users asked for the very same. */
export const isSecond = (
	ask: Asked | undefined,
	wanted: Pick<Asked, "replacement" | "payer_title">,
	users: readonly number[],
): boolean =>
	ask !== undefined &&
	!users.includes(ask.asked_by) &&
	ask.replacement === wanted.replacement &&
	ask.payer_title === wanted.payer_title;
