import type { TypeRow } from "#db/people/membership-types.ts";
import { seenTerm, TypeEdit } from "#domain/people/membership-types/form.ts";
import { APPLIES, APPLIES_LABELS, TERM_LABELS, TERMS } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { TYPE_CRUMBS } from "./list.ts";

const { membershipTypes, dues } = paths.admin;
const LABELS = {
	name: "名稱",
	description: "給申請人的說明",
	term: "期限",
	applies: "誰可以申請",
	vote_age: "表決權的最低年齡",
	position: "順序",
} as const;
const field = fieldsOf(TypeEdit, LABELS);

const fields = (state: FormState): Children => [
	field({ name: "name", state, autocomplete: "off", hint: "例如：學生會員、團體會員。" }),
	field({ name: "description", state, optional: true, hint: "線上申請時，寫在類別下面。" }),
	field({
		name: "term",
		state,
		type: "select",
		options: TERMS.map((value) => ({ value, label: TERM_LABELS[value] })),
		hint: "每年的依會費標準產生常年會費；終身與不定期的不繳會費，也不會過期。",
	}),
	checkbox({ name: "has_vote", label: "有表決權", state }),
	field({
		name: "vote_age",
		state,
		narrow: true,
		optional: true,
		inputmode: "numeric",
		hint: "依會議當天的年齡。留空時照「設定 › 會員」的最低年齡；0 表示不限。",
	}),
	field({
		name: "applies",
		state,
		type: "select",
		options: APPLIES.map((value) => ({ value, label: APPLIES_LABELS[value] })),
		hint: "團體的類別只給機構、公司；已經有會員的類別，不能在個人與團體之間改。",
	}),
	field({ name: "position", state, narrow: true, optional: true, inputmode: "numeric", hint: "數字小的排在前面。" }),
];

/** Draws the page 新增會員類別. `key`: the idempotency key, so that sending the same form twice makes one type. */
export const newTypePage = (key: string, state: FormState): Page => ({
	title: "新增會員類別",
	area: "會員類別",
	crumbs: TYPE_CRUMBS,
	lead: "儲存後請到「會費標準」設定這一類的入會費與常年會費；沒有設定時照「設定 › 會費」。",
	slim: true,
	body: card(
		{ label: "新增會員類別" },
		form(
			{
				...{ action: membershipTypes.create(), state, key },
				submit: "新增類別",
				busy: "新增中...",
				cancel: membershipTypes.list(),
				main: true,
				guard: true,
			},
			fields(state),
		),
	),
});

export const freshType = (): FormState =>
	freshForm({ term: "year", applies: "person", has_vote: "1", position: "100" });

export const typeForm = (row: TypeRow): FormState =>
	freshForm({
		...{ name: row.name, description: row.description, term: row.term, applies: row.applies },
		...{ position: String(row.position), vote_age: row.vote_age === null ? "" : String(row.vote_age) },
		has_vote: row.has_vote === 1 ? "1" : "",
		is_active: row.is_active === 1 ? "1" : "",
	});

/** Draws what a new term does to the dues of the type's members, before it is stored. */
const termNotice = (row: TypeRow, state: FormState): Children => {
	const term = TERMS.find((one) => one === typed(state, "term")) ?? row.term;
	const open =
		row.open_items === 0
			? "這一類目前沒有未繳的會費。"
			: `這一類已經產生、還沒有繳清的會費有 ${figure(row.open_items)} 筆，共 ${money(row.open_amount)}；不會自動取消，請逐筆免繳或取消。`;
	const then =
		term === "year"
			? "之後產生常年會費時會包含這一類；沒有繳的會進入寬限期、未續繳。"
			: "之後不再產生這一類的會費，會員也不會過期。";
	return notice(
		{ tone: "warn", title: `期限改為「${TERM_LABELS[term]}」，影響現有 ${figure(row.members)} 位會員` },
		html`<p>${open}${then}</p>`,
		html`<p>確定要改，請再按一次「儲存」。</p>`,
		html`<input type="hidden" name="seen" value=${seenTerm({ term, version: row.version })} />`,
	);
};

type Edit = { row: TypeRow; isAsked?: boolean };

/**
 * Draws the form of a type; with `isAsked`, what its new term does to dues. When another user saved meanwhile, it shows
 * both texts of a field that both changed.
 */
export function editTypePage({ row, isAsked = false }: Edit, state: FormState): Page {
	const sides = (["name", "description"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: row[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: `編輯會員類別「${row.name}」`,
		name: row.name,
		area: "會員類別",
		crumbs: TYPE_CRUMBS,
		slim: true,
		actions: [
			linkButton({ label: "會費標準", href: dues.fees() }),
			linkButton({ label: "刪除", tone: "quiet", href: membershipTypes.removal(row.id) }),
		],
		body: card(
			{ label: "編輯會員類別" },
			form(
				{
					...{ action: membershipTypes.edit(row.id), state: shown, version: row.version },
					submit: "儲存",
					cancel: membershipTypes.list(),
					main: true,
					guard: true,
				},
				isAsked && termNotice(row, shown),
				fields(shown),
				checkbox({
					name: "is_active",
					label: "使用中",
					state: shown,
					hint: `取消勾選就停用：不能再選給會員，也不能申請。目前的 ${figure(row.members)} 位會員不受影響。`,
				}),
			),
		),
	};
}

/** Draws the page that asks before a type is deleted. */
export const typeRemovalPage = (row: TypeRow, state: FormState): Page => ({
	title: `刪除會員類別「${row.name}」`,
	name: "刪除",
	area: "會員類別",
	crumbs: [...TYPE_CRUMBS, { label: row.name, href: membershipTypes.edit(row.id) }],
	lead: "只有沒有人用過、也不是系統原有的類別可以刪除；其他的請停用。",
	slim: true,
	body: card(
		{ label: "刪除會員類別" },
		form({
			...{ action: membershipTypes.removal(row.id), state, version: row.version },
			submit: "刪除",
			busy: "刪除中...",
			cancel: membershipTypes.edit(row.id),
			danger: true,
			main: true,
		}),
	),
});
