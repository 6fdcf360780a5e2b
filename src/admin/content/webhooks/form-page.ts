import { EndpointInput } from "#domain/content/webhooks/schema.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { checkboxes } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { CRUMBS } from "./list.ts";
import { EVENT_GROUPS, FAMILIES } from "./words.ts";

const { webhooks } = paths.admin;
const field = fieldsOf(EndpointInput);

/** Draws the page for a new webhook endpoint. */
export const newEndpointPage = (state: FormState): Page => ({
	title: "新增通知對象",
	area: "通知官網",
	crumbs: CRUMBS,
	slim: true,
	lead: "新增後會顯示一組密鑰，只顯示這一次，請交給架設官網的人。",
	body: card(
		{ label: "新增通知對象" },
		form(
			{
				action: webhooks.list(),
				state,
				submit: "新增通知對象",
				busy: "新增中...",
				cancel: webhooks.list(),
				guard: true,
				main: true,
			},
			endpointFields(state),
		),
	),
});

/** Draws the fields for the URL and the events of an endpoint. */
export const endpointFields = (state: FormState): VNode => html`<div class="stack loose">
	${field({
		name: "url",
		label: "網址",
		state,
		type: "url",
		autocomplete: "off",
		placeholder: "https://www.example.org/api/revalidate",
		hint: "官網接收通知的公開 https 網址。",
	})}
	${checkboxes({
		name: "events",
		label: "事件",
		state,
		columns: true,
		options: FAMILIES,
		hint: "勾選的內容一有變更就通知；都不勾選，就是全部。",
	})}
	${disclosure(
		{ label: "只通知其中幾種變更", open: singles(state) || undefined },
		html`<div class="cols three">${EVENT_GROUPS.map((group) => eventGroup(group, state))}</div>`,
	)}
</div>`;

/** Returns whether the form has chosen single events, not only families of events such as "article.*". */
const singles = ({ values }: FormState): boolean =>
	[values.events ?? []]
		.flat()
		.some((event) => EVENT_GROUPS.some(({ options }) => options.some(({ value }) => value === event)));

const eventGroup = ({ resource, label, options }: (typeof EVENT_GROUPS)[number], state: FormState): VNode =>
	// The errors of the field are shown once, at the families.
	checkboxes({ name: "events", label, state: { ...state, errors: {} }, options, id: `events-${resource}` });
