import { paths } from "#http/paths.ts";
import { disclosure } from "#ui/disclosure.ts";
import { type Children, html, type VNode } from "#ui/html.ts";

const { members } = paths.admin;
/** From this number of people on, their names are folded away. */
const FEW = 10;

type Named = { id: number; member_no: string | null; name: string };

/** Draws who the people of a change are, each with what `more` says of them. */
export const named = <P extends Named>(people: readonly P[], label: string, more?: (one: P) => Children): VNode =>
	disclosure(
		{ label, open: people.length <= FEW },
		html`<ul class="plain stack tight">
			${people.map(
				(one) => html`<li>
					<a href=${members.show(one.id)}>${one.name}</a> <small class="soft">${one.member_no}</small>${more && ["：", more(one)]}
				</li>`,
			)}
		</ul>`,
	);
