import { refusalWords } from "#admin/refusal-words.ts";
import type { MergeView } from "#domain/people/member-merges/actions.ts";
import { ownPickName, pickName, picksOf } from "#domain/people/member-merges/form.ts";
import { type MergePart, type PartState, SIDES, type Side, sidesOf } from "#domain/people/member-merges/rules.ts";
import { memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, fieldId } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { recordCrumbs } from "./form-page.ts";
import { memberStatus } from "./list-words.ts";
import { followsOf, PART_WORDS, partWords, SIDE_WORDS } from "./merge-words.ts";
import { recordName, sourceWords } from "./record-words.ts";

const { members } = paths.admin;

/** Returns the address of the page that asks about a merge of two records. */
export const mergeHref = (kept: number, other: number): string => `${members.merge(kept)}?with=${other}`;

/** Two records, for a user who sees every field or not. */
type Seen = MergeView & { seesAll: boolean };

/** Draws two records side by side before they are merged: the fields to choose, what moves along, then the button. */
export function mergePage(view: Seen, state: FormState, at: number): Page {
	const { kept, other, hindrance } = view;
	return {
		title: `把${recordName(other)}併入${recordName(kept)}`,
		name: kept.name,
		area: "會員",
		crumbs: [...recordCrumbs(kept), { label: "合併", href: members.merge(kept.id) }],
		lead: "請確認兩筆是同一個人。合併後不會自動復原，只能由工作人員逐項改回。",
		body: html`<div class="stack loose">
			${said(view)}
			<div class="cols two">${SIDES.map((side) => recordCard(view, side, at))}</div>
			${hindrance ? hindered(view, state) : mergeForm(view, state)}
		</div>`,
	};
}

/** Draws warnings against the merge: staff marked the records as two people before, or their national ids differ. */
const said = ({ kept, other, facts: { distinct_at, distinct_by } }: MergeView): Children => [
	distinct_at !== null &&
		notice(
			{ tone: "warn", title: "曾標示為不是同一人" },
			`${distinct_by ?? "工作人員"}在 ${dateWords(distinct_at)}看過這兩筆，認為是兩個人。請先確認。`,
		),
	hasTwoIds(kept, other) &&
		notice({ tone: "warn", title: "兩筆的身分證字號不同" }, "很可能是兩個人。請先核對證件，不確定就不要合併。"),
];

type Masked = { national_id_mask: string | null };
const hasTwoIds = (kept: Masked, other: Masked): boolean =>
	kept.national_id_mask !== null && other.national_id_mask !== null;

const recordCard = ({ kept, other }: MergeView, side: Side, at: number): VNode => {
	const row = side === "kept" ? kept : other;
	return card(
		{
			title: SIDE_WORDS[side],
			beside: memberStatus(memberStatusNow(row, dateInTaipei(at))),
			link: { href: members.show(row.id), label: "會員資料" },
			foot: side === "other" && swap(kept, other),
		},
		facts(
			[
				{ name: "姓名", value: row.name },
				{ name: "會員編號", value: row.member_no ?? "尚無編號" },
				{ name: "建檔", value: dateWords(row.created_at) },
				{ name: "資料來源", value: sourceWords(row.source) },
			],
			2,
		),
	);
};

/**
 * Draws the link that swaps the two records. It is not offered when only the kept record has a member number, because
 * that record must stay.
 */
const swap = (kept: MergeView["kept"], other: MergeView["other"]): VNode =>
	kept.member_no !== null && other.member_no === null
		? html`<p class="hint">有會員編號的那一筆留下，所以不能對調。</p>`
		: linkButton({ label: "對調，留下這一筆", icon: "undo", size: "s", href: mergeHref(other.id, kept.id) });

/** Draws the reason why the records cannot be merged, without a form. */
const hindered = ({ kept, hindrance }: MergeView, state: FormState): Children =>
	hindrance && [
		state.problem &&
			state.problem !== refusalWords(new Refusal(hindrance)) &&
			notice({ tone: "danger", role: "alert" }, state.problem),
		notice({ tone: "warn", title: "這兩筆不能合併" }, refusalWords(new Refusal(hindrance))),
		html`<p class="row">${linkButton({ label: "選另一筆", href: members.merge(kept.id) })}</p>`,
	];

function mergeForm(view: Seen, state: FormState): VNode {
	const { kept, other, parts } = view;
	const open = parts.filter(({ state: how }) => how !== "settled");
	const own = view.own.filter(({ isOpen }) => isOpen);
	const sides = sidesOf(parts, picksOf(state.values));
	return form(
		{
			action: members.merge(kept.id),
			state,
			version: kept.version,
			submit: "確認合併",
			busy: "合併中...",
			cancel: members.show(kept.id),
			danger: true,
			main: true,
		},
		isOlder(view, state) && notice({ tone: "info" }, "下面已換成最新的內容，您剛才的選擇都還在。請看過後再確認一次。"),
		html`<input type="hidden" name="other" value=${String(other.id)} />`,
		html`<input type="hidden" name="other_version" value=${String(other.version)} />`,
		card(
			{ title: "不同的欄位", count: open.length + own.length },
			open.length + own.length === 0
				? html`<p class="soft">兩筆的欄位都相同，或留下的這一筆比較完整。</p>`
				: [
						html`<p class="hint">請逐項選要留下哪一邊。空白的欄位已先選另一筆的內容。</p>`,
						open.map((one) => choiceOf(view, one, { state, side: sides.get(one.part) ?? "kept" })),
						own.map((one) => ownChoice(view, one, state)),
					],
			settledPart(view),
		),
		followsCard(view),
	);
}

/** Returns whether the form was drawn from older versions of the records than the page has now. */
const isOlder = ({ kept, other }: MergeView, { values }: FormState): boolean =>
	values.version !== undefined &&
	(Number(values.version) !== kept.version || Number(values.other_version) !== other.version);

type Chosen = { state: FormState; side: Side };
const wordsFor = (
	{ kept, other, facts: { kept_guardian, other_guardian } }: MergeView,
	part: MergePart,
	side: Side,
): string =>
	side === "kept"
		? partWords(part, { ...kept, guardian_name: kept_guardian })
		: partWords(part, { ...other, guardian_name: other_guardian });

const choiceOf = (view: MergeView, { part, isForced }: PartState, { state, side }: Chosen): VNode =>
	sidesField(state, {
		...{ name: pickName(part), label: PART_WORDS[part], hint: hintOf(part, isForced), side, isForced },
		words: (one) => wordsFor(view, part, one),
	});

/**
 * Draws an own field in which both records have a value; who has none takes the other's without a choice. Who does not see
 * the field reads that there is something; files are opened from below the choice.
 */
const ownChoice = (view: Seen, { field, ...sides }: MergeView["own"][number], state: FormState): Children => {
	const name = ownPickName(field.id);
	const side: Side = state.values[name] === "other" ? "other" : "kept";
	const isClosed = field.seen_by === "sensitive" && !view.seesAll;
	const words = (one: Side): string => (isClosed && field.is_special === 0 ? "已有內容" : sides[one]);
	const fileOf = (one: Side) =>
		html`<a href=${members.ownFile(view[one].id, field.id)} target="_blank" rel="noopener">開啟檔案（${SIDE_WORDS[one]}）</a>`;
	return [
		sidesField(state, { name, label: field.name, hint: false, side, isForced: false, words }),
		field.kind === "file" && !isClosed && html`<p class="small row">${SIDES.map(fileOf)}</p>`,
	];
};

type SidesField = {
	name: string;
	label: string;
	hint: string | false;
	side: Side;
	isForced: boolean;
	words: (side: Side) => string;
};
function sidesField(state: FormState, { name, label, hint, side, isForced, words }: SidesField): VNode {
	const hintId = hint ? `${fieldId(state, name)}-hint` : undefined;
	return html`<fieldset class="conflict" aria-describedby=${hintId}>
		<legend class="label">${label}</legend>
		${hint && html`<p class="hint" id=${hintId}>${hint}</p>`}
		<div class="cols two">
			${SIDES.map(
				(one, nth) => html`<label class="choice top">
					<input
						type="radio"
						id=${nth === 0 ? fieldId(state, name) : undefined}
						name=${name}
						value=${one}
						checked=${one === side}
						disabled=${isForced && one !== side}
					/>
					<span><b>${words(one) || "（空白）"}</b><small>${SIDE_WORDS[one]}</small></span>
				</label>`,
			)}
		</div>
	</fieldset>`;
}

/** Returns what else a choice changes beyond its own value; false when nothing. */
function hintOf(part: MergePart, isForced: boolean): string | false {
	if (part === "login" && isForced) return "兩筆只有這一個登入帳號，合併後就是留下這一筆的帳號。";
	if (part === "login")
		return "沒有選的帳號會解除連結：帳號本身還在，但登入後看不到會員資料。不再使用時，請系統管理員停用。";
	if (part === "guardian" && isForced)
		return "留下的這一筆是其他會員的監護人，自己不能再受監護，所以合併後沒有監護人。";
	if (part === "standing" && isForced)
		return "其中一筆已登記已故，合併後就是已故：登入帳號會停用，審核中的證明會撤回。若登記錯了，請先更正離會。";
	return part === "standing" && "會籍包括狀態、決議與離會日期，整組一起留下。";
}

/** Draws the fields that are equal in both records, in a closed section. */
function settledPart(view: MergeView): Children {
	const lines = view.parts
		.filter(({ state }) => state === "settled")
		.map(({ part }) => ({ name: PART_WORDS[part], value: wordsFor(view, part, "kept") }))
		.filter(({ value }) => value !== "");
	return lines.length > 0 && disclosure({ label: `相同的欄位 ${lines.length} 項` }, facts(lines, 2));
}

function followsCard({ kept, other, facts: counted }: MergeView): VNode {
	const numbers: string[] = JSON.parse(counted.numbers);
	const follows = followsOf(counted);
	return card(
		{ title: "一起併入的紀錄" },
		follows.length > 0
			? facts(follows, 2)
			: html`<p class="soft">${recordName(other)}沒有備忘錄、證明、申請或其他紀錄。</p>`,
		html`<ul>
			${numbers.length > 1 && html`<li>會員編號是 ${kept.member_no}；用 ${numbers.join("、")} 都找得到這位會員。</li>`}
			${counted.imports > 0 && html`<li>匯入名冊的 ${figure(counted.imports)} 列紀錄留在原處；那次匯入就不能再整批復原。</li>`}
			<li>${recordName(other)}原來的資料與歷程都保留，打開舊網址會轉到${recordName(kept)}。</li>
		</ul>`,
	);
}
