import { membersNamed } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { recordName } from "./record-words.ts";

/** The member records that reasons mention, by their ids. */
export type Mentioned = ReadonlyMap<number, { member_no: string | null; name: string }>;
type Mentioning = { members?: readonly number[] | undefined };

/** Reads the member records that some reasons mention. */
export async function mentionedIn(d1: D1Database, reasons: readonly Mentioning[]): Promise<Mentioned> {
	const ids = reasons.flatMap(({ members = [] }) => members);
	const [rows] = ids.length > 0 ? await readRows(d1, membersNamed(ids)) : [[]];
	return new Map(rows.map((one) => [one.id, one]));
}

/** Writes a member record by its number and name; by its id where it is there no more. */
export const mentionedName = (known: Mentioned, id: number): string => {
	const member = known.get(id);
	return member ? recordName(member) : `會員 #${id}`;
};

type Told<R> = { reasons: readonly R[]; words: (reason: R) => string; known: Mentioned };
/** Draws the reasons for the outcome of an import's row, with links to the member records that they mention. */
export const reasonList = <R extends Mentioning>({ reasons, words, known }: Told<R>): VNode =>
	reasons.length === 0
		? html`<span class="soft">—</span>`
		: html`<ul class="plain">
				${reasons.map(
					(reason) =>
						html`<li>
							${words(reason)}
							${(reason.members ?? []).map((id) => [" ", html`<a href=${paths.admin.members.show(id)}>${mentionedName(known, id)}</a>`])}
						</li>`,
				)}
			</ul>`;
