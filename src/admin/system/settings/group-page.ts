import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { Setting } from "#domain/system/settings/kinds.ts";
import type { Group } from "#domain/system/settings/schema.ts";
import { settingsOf } from "#domain/system/settings/stored.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { checkbox, checkboxes } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { latestChanges } from "./history-page.ts";
import { asideOf, introOf } from "./parts.ts";
import type { GroupView } from "./read.ts";
import { formValues, mergedState } from "./values.ts";
import { GROUP_WORDS, settingTabs } from "./words.ts";

/** The values and errors of the form that was refused: the group's own form (`state`) or that of its picture. */
export type Sent = { state?: FormState; picture?: FormState };

/** Draws the page of a group of settings: its form, the cards beside it, and the latest changes. */
export function groupPage<G extends Group>(view: GroupView<G>, sent: Sent = {}): Page {
	const { group, version } = view;
	const state = sent.state ? mergedState(group, sent.state, view) : freshForm(formValues(group, view.values));
	return {
		title: `${GROUP_WORDS[group]}設定`,
		area: "設定",
		crumbs: SYSTEM_CRUMBS,
		tabs: settingTabs(group),
		body: html`<div class="split">
			<div class="stack">
				${introOf(view)}
				${card(
					{ label: `${GROUP_WORDS[group]}設定` },
					form(
						{
							action: paths.admin.settings.group(group),
							state,
							version,
							submit: "儲存",
							main: true,
							guard: true,
						},
						fieldsOf(view, state),
					),
				)}
			</div>
			<div class="stack">${asideOf(view, sent.picture)} ${latestChanges(group, view.history, view.at)}</div>
		</div>`,
	};
}

const STACKED: readonly Group[] = ["members", "site", "security"];

/** Draws the fields of a group, in two columns unless the group is listed in `STACKED`. */
function fieldsOf<G extends Group>(view: GroupView<G>, state: FormState): VNode {
	const drawn = settingsOf(view.group).map(([name, setting]) => control(name, setting, { view, state }));
	return html`<div class=${STACKED.includes(view.group) ? "stack loose" : "cols two"}>${drawn}</div>`;
}

type Place = { view: Pick<GroupView<Group>, "stored" | "deployed">; state: FormState };

function control(name: string, setting: Setting<unknown>, { view, state }: Place): Children {
	const { label, input, unit, required } = setting;
	const deployed = view.stored.has(name) ? undefined : view.deployed[name];
	const hint = deployed ? `${setting.hint ?? ""}目前使用部署時的設定：${deployed}` : setting.hint;
	const shared = { name, label, state, hint, required };
	switch (input) {
		case "file":
			return html`<input type="hidden" name=${name} value=${state.values[name] ?? ""} />`;
		case "checkbox":
			return checkbox({ ...shared, value: "true", required: undefined });
		case "choice":
			return field({ ...shared, type: "select", options: optionsOf(setting) });
		case "several":
			return checkboxes({ ...shared, options: optionsOf(setting) });
		case "textarea":
			return field({ ...shared, type: "textarea" });
		case "number":
			return field({ ...shared, type: unit === "元" ? "money" : "number", unit });
		default:
			return field({ ...shared, type: input, autocomplete: "off", placeholder: deployed });
	}
}

const optionsOf = ({ choices = {} }: Setting<unknown>): { value: string; label: string }[] =>
	Object.entries(choices).map(([value, label]) => ({ value, label }));
