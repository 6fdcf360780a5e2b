import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import type { IconName } from "./icon-names.ts";

export type Pass = {
	name: string;
	/** What kind of person and of member the member is, such as 病友　個人會員. */
	kind: string;
	status: string;
	icon?: IconName | undefined;
	facts: { name: string; value: string }[];
};

/** Draws the membership card of the member area: name, kind, status and further facts. */
export const pass = ({
	name,
	kind,
	status,
	icon: drawn = "ok",
	facts,
}: Pass): VNode => html`<section class="pass" aria-label="會員資格">
	<svg viewBox="0 0 200 200" aria-hidden="true">
		${[18, 40, 66, 96].map((r) => html`<circle cx="100" cy="100" r=${r} />`)}
	</svg>
	<div class="row between small"><span>會員資格</span><span class="row">${icon(drawn)}${status}</span></div>
	<div>
		<h2>${name}</h2>
		<p class="pass-kind">${kind}</p>
	</div>
	<dl>${facts.map((fact) => html`<div><dt>${fact.name}</dt><dd>${fact.value}</dd></div>`)}</dl>
</section>`;
