import type { SegmentRow } from "#db/people/segments.ts";
import { paths } from "#http/paths.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { type Children, html } from "#ui/html.ts";
import { segmentHref, segmentQuery } from "./words.ts";

const { segments } = paths.admin;

type Menu = {
	segments: readonly SegmentRow[];
	/** The conditions of the list as a query text. */
	conditions: string;
	isNarrowed: boolean;
	mayEdit: boolean;
};

const inOrder = (query: string): string => {
	const sorted = new URLSearchParams(query);
	sorted.sort();
	return sorted.toString();
};

/**
 * Draws the menu 條件名單 of the members' list: the segments as links, and a link that keeps the list's conditions as a
 * new one. Its label names the segment whose conditions the list has.
 */
export function segmentsMenu({ segments: all, conditions, isNarrowed, mayEdit }: Menu): Children {
	const now = isNarrowed ? all.find((one) => inOrder(segmentQuery(one)) === inOrder(conditions)) : undefined;
	const mayKeep = mayEdit && isNarrowed && now === undefined;
	if (all.length === 0 && !mayKeep) return null;
	return actionsMenu(
		{ label: now === undefined ? "條件名單" : `條件名單：${now.name}` },
		all.map(
			(one) =>
				html`<a class="btn quiet block" href=${segmentHref(one)} aria-current=${one === now && "true"}>${one.name}</a>`,
		),
		mayKeep && html`<a class="btn quiet block" href=${`${segments.create()}?${conditions}`}>存成條件名單</a>`,
		html`<a class="btn quiet block" href=${segments.list()}>所有條件名單</a>`,
	);
}
