import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Hanging } from "#db/shell/waits.ts";
import type { Noun } from "#kernel/noun.ts";
import { merged } from "#nouns.ts";
import { card } from "#ui/card.ts";
import type { VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";

type Declared = NonNullable<Noun["hanging"]>[string];
/** The kinds of work that wait for a user, as the nouns declare them. */
const HANGING: Readonly<Record<Hanging["kind"], Omit<Declared, "gate"> & { readonly gate?: Gate }>> = merged("hanging");

/** Returns the work that waits for a user in one line; undefined when there is none. */
export const hangingWords = (list: readonly Hanging[]): string | undefined =>
	list.length > 0 ? list.map(({ kind, count }) => `${HANGING[kind].words} ${figure(count)} 件`).join("、") : undefined;

/**
 * Returns the list page of a kind of waiting work; undefined when the current user may not open it, or only its owner
 * sees that work.
 */
function hrefOf(kind: Hanging["kind"], userId: number, who: Visitor): string | undefined {
	const { gate, href } = HANGING[kind];
	return gate && allows(gate, who) ? href?.(userId) : undefined;
}

/** Returns who can take over a kind of waiting work; for work that only its owner can do, what to do instead. */
function nextWords({ kind, others }: Hanging): Item["sub"] {
	if (others === 0) return [status({ word: "沒有其他人可以處理", tone: "danger" }), " 請先調整角色，或請本人處理完"];
	if (others !== null) return `另有 ${others} 位可以接手`;
	return HANGING[kind].next;
}

/**
 * Draws the work that waits for a user and must be taken over; false when there is none. Deputyships have cards of
 * their own.
 */
export function hangingCard(
	rows: readonly Hanging[],
	{ userId, who }: { userId: number; who: Visitor },
): VNode | false {
	const work = rows.filter(({ kind }) => !HANGING[kind].isShownApart);
	return (
		work.length > 0 &&
		card(
			{ title: "等候處理的事", flush: true },
			items(
				work.map((row) => ({
					title: HANGING[row.kind].words,
					href: hrefOf(row.kind, userId, who),
					sub: nextWords(row),
					end: `${figure(row.count)} 件`,
				})),
			),
		)
	);
}
