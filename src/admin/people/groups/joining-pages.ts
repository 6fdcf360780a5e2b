import type { GroupName, GroupRow } from "#db/people/groups.ts";
import { DaysForm, Joining, JoiningChosen, MOST_JOINING } from "#domain/people/groups/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneNow, noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { GROUP_CRUMBS } from "./list.ts";

const { groups } = paths.admin;
const LABELS = { from_on: "加入的日期", until_on: "最後一天" } as const;
const joining = fieldsOf(Joining);
const chosen = fieldsOf(JoiningChosen);
const field = fieldsOf(DaysForm, LABELS);

const days = (state: FormState): VNode => html`<div class="cols">
	${field({ name: "from_on", state, type: "date", required: true, narrow: true })}
	${field({
		name: "until_on",
		state,
		type: "date",
		optional: true,
		narrow: true,
		hint: "還不知道就留空，離開時再填。",
	})}
</div>`;

/** Draws the page on which people are taken into a group by what they are called. */
export const joiningPage = ({ id, name }: GroupRow, state: FormState): Page => ({
	title: `加入「${name}」`,
	area: "群組",
	crumbs: [...GROUP_CRUMBS, { label: name, href: groups.of(id) }],
	slim: true,
	body: card(
		{ label: "加入人" },
		form(
			{
				...{ action: groups.joining(id), state },
				submit: "加入群組",
				busy: "加入中...",
				cancel: groups.of(id),
				main: true,
				guard: true,
			},
			joining({
				name: "people",
				label: "要加入的會員",
				type: "textarea",
				rows: 6,
				state,
				hint: `一行一位，填會員編號、完整的姓名或電話；也可以從試算表貼上一欄編號。一次最多 ${MOST_JOINING} 位，有一位對不到就都不會加入；已經在群組裡的會略過。`,
			}),
			days(state),
		),
	),
});

export type ChosenPage = {
	/** The chosen members; more than MOST_JOINING when there are too many. */
	ids: readonly number[];
	/** How many they are, in words. */
	told: string;
	/** The name of the one member, when only one is chosen. */
	name: string | undefined;
	names: readonly GroupName[];
	here: string;
	/** Where the user came from, and goes back to. */
	back: string;
	crumbs: readonly Crumb[];
};

/** Draws the page on which members chosen in their list, or one member, are taken into a group. */
export function joiningChosenPage(page: ChosenPage, state: FormState): Page {
	const { ids, told, name, crumbs } = page;
	return {
		title: "加入群組",
		area: "會員",
		crumbs,
		lead: ids.length > MOST_JOINING ? undefined : name === undefined ? `選了 ${told} 位。` : `${name}。`,
		slim: true,
		body: html`<div class="stack">${whole(page, state)}</div>`,
	};
}

function whole(page: ChosenPage, state: FormState): VNode {
	const { ids, names, back } = page;
	const open = names.filter(({ is_active }) => is_active === 1);
	const again = linkButton({ label: "回到前一頁", href: back });
	const flush = { flush: true, label: "加入群組" };
	if (ids.length === 0) return card(flush, noneNow({ title: "沒有選到可以加入的會員", actions: again }));
	if (ids.length > MOST_JOINING)
		return notice(
			{ tone: "warn", title: "一次加入太多" },
			html`<p>一次最多加入 ${MOST_JOINING} 位。請回到列表加上條件（例如縣市、狀態），分次加入。</p>`,
			html`<p>${again}</p>`,
		);
	if (open.length === 0)
		return card(
			flush,
			noneYet({
				title: "還沒有使用中的群組",
				text: "先新增群組，再回來加入。",
				actions: [again, linkButton({ label: "新增群組", icon: "plus", tone: "primary", href: groups.create() })],
			}),
		);
	return card({ label: "加入群組" }, choosing({ ...page, names: open }, state));
}

const choosing = ({ ids, names, here, back }: ChosenPage, state: FormState): VNode =>
	form(
		{
			...{ action: groups.joiningChosen(), state },
			submit: "加入群組",
			busy: "加入中...",
			cancel: back,
			main: true,
		},
		html`<input type="hidden" name="members" value=${ids.join(".")} />`,
		html`<input type="hidden" name="here" value=${here} />`,
		chosen({
			name: "group",
			label: "群組",
			type: "select",
			state,
			empty: "請選擇",
			options: names.map(({ id, name }) => ({ value: String(id), label: name })),
		}),
		days(state),
		ids.length > 1 && html`<p class="small soft">這段時間已經在群組裡的會略過。</p>`,
	);
