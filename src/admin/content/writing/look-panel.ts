import type { Check } from "#domain/content/content/known.ts";
import { button } from "#ui/button.ts";
import { facts } from "#ui/facts.ts";
import { type FormState, fieldId } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import type { Look } from "./look.ts";
import { momentWords } from "./text-form.ts";

export type LookPanel = {
	look: Look;
	state: FormState;
	/** The id of the form, and where its press leads: undefined where the form itself says so. */
	form: string;
	formaction?: string | undefined;
	/** The text is public already, and the press changes it. */
	isUpdate: boolean;
};

/** The field in which a remark is dealt with, and the words of the link to it; the others are about the text itself. */
const FIELDS: [kinds: RegExp, field: string, words: string][] = [
	[/^title\./, "title", "改標題"],
	[/^description\./, "excerpt", "寫摘要"],
	[/^cover\./, "cover_alt", "寫替代文字"],
	[/^release\.missing/, "releases", "選同意書"],
];
const fieldOf = ({ kind }: Check): [field: string, words: string] => {
	const [, field = "body", words = "到這一處"] = FIELDS.find(([kinds]) => kinds.test(kind)) ?? [];
	return [field, words];
};

/** Returns the attributes of a link to the field of a remark; a script puts the caret at its place in the text. */
function placeOf(check: Check, state: FormState) {
	const [field] = fieldOf(check);
	return { href: `#${fieldId(state, field)}`, "data-field": field, "data-find": check.excerpt };
}

/** Draws a remark with a link to where it is dealt with. */
function remark(check: Check, state: FormState): VNode {
	const { words, excerpt } = check;
	const end = words.indexOf("。") + 1 || words.length;
	const [, label] = fieldOf(check);
	return html`<li class="warn">
		${icon("warn")}
		<span>
			<b>${words.slice(0, end).replace(/。$/, "")}</b>
			<small>${words.slice(end)} ${excerpt && html`<span class="place">${excerpt}</span>`}</small>
			<a ...${placeOf(check, state)}>${label}</a>
		</span>
	</li>`;
}

const fine = (words: string): VNode => html`<li class="ok">${icon("ok")}<span>${words}</span></li>`;

/**
 * Draws what there is to look at before a text is public, and the press that publishes it anyway: exactly the text that
 * was looked at. A script sets where that press leads.
 */
export function lookPanel({ look, state, form, formaction, isUpdate }: LookPanel): VNode {
	const { publish, publish_at: later = "" } = state.values;
	const isLater = !isUpdate && publish === "later";
	const [deed, lead] = isUpdate ? ["更新官網", "更新前看一下"] : [isLater ? "排程" : "發布", "發布前看一下"];
	const [when, time] = [isLater ? momentWords(String(later)) : "現在", fieldId(state, "publish")];
	const [first] = look.checks;
	return html`<aside class="card look" id="look" aria-labelledby="look-title">
		<div class="card-head">
			<h2 id="look-title" tabindex="-1">${lead}</h2>
			<span class="scripted push">${button({ label: "收起", icon: "x", type: "button", tone: "quiet", size: "s", square: true, data: { "look-close": "" } })}</span>
		</div>
		<div class="card-body">
			<ul class="plain">
				${look.checks.map((check) => remark(check, state))} ${look.fine.map(fine)}
			</ul>
		</div>
		<div class="card-body">
			${facts([
				...(isUpdate
					? []
					: [{ name: "發布時間", value: [when, "　", html`<a href=${`#${time}`} data-field="publish">改時間</a>`] }]),
				{ name: "誰看得到", value: "所有人" },
				{ name: "通知官網", value: look.isTold ? "馬上通知" : "沒有設定通知" },
			])}
		</div>
		<div class="look-ends">
			${button({ label: `仍要${deed}`, tone: "primary", block: true, form, formaction, name: "checked", value: look.digest, busy: "處理中..." })}
			${first && html`<a class="btn block" ...${placeOf(first, state)}>先補這 ${look.checks.length} 項</a>`}
		</div>
	</aside>`;
}
