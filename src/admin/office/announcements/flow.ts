import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { NamedAudience } from "#domain/office/announcements/audience.ts";
import { FLOW, type FlowStep } from "#domain/office/announcements/form.ts";
import { paths } from "#http/paths.ts";
import type { Id } from "#kernel/noun.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Crumb, Tab } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { ANNOUNCEMENT_CRUMBS } from "./list.ts";
import { audienceLook, STATE_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;

export const FLOW_LABELS: Record<FlowStep, string> = {
	writing: "撰寫",
	audience: "對象",
	channels: "管道",
	preview: "預覽",
	mailing: "發送",
};

export const flowHref = (id: Id, step: FlowStep): string =>
	step === "writing" ? announcements.show(id) : announcements.step(id, step);

/** Returns the strip of steps over the pages of an announcement. */
export const flowTabs = (id: number, now: FlowStep): Tab[] =>
	FLOW.map((step, nth) => ({
		label: `${nth + 1} ${FLOW_LABELS[step]}`,
		href: flowHref(id, step),
		current: step === now,
	}));

export const flowCrumbs = (row: { id: number; title: string }): Crumb[] => [
	...ANNOUNCEMENT_CRUMBS,
	{ label: row.title, href: announcements.show(row.id) },
];

/** Draws what an announcement is now: its state and for whom it is. */
export const standingLead = (
	row: EditedAnnouncementRow,
	{ named, at }: { named: readonly NamedAudience[]; at: number },
): VNode =>
	html`<p class="row small">${status(STATE_LOOKS[standingOf(row, at)])} ${status(audienceLook(row.audience, named))}</p>`;

/** Returns the steps before and after a step. */
export const beside = (step: FlowStep): { before: FlowStep | undefined; after: FlowStep | undefined } => {
	const at = FLOW.indexOf(step);
	return { before: FLOW[at - 1], after: FLOW[at + 1] };
};

/** Draws the links to the steps beside a step that has nothing to save. */
export function flowLinks(id: number, step: FlowStep): Children {
	const { before, after } = beside(step);
	return html`<p class="row between">
		${before ? html`<a class="btn" href=${flowHref(id, before)}>上一步：${FLOW_LABELS[before]}</a>` : html`<span></span>`}
		${after && html`<a class="btn primary" href=${flowHref(id, after)}>下一步：${FLOW_LABELS[after]}</a>`}
	</p>`;
}
