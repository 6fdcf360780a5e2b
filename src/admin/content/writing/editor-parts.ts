import type { OtherEditor } from "#db/content/drafts.ts";
import type { Reach } from "#db/content/live.ts";
import type { State, Step } from "#domain/content/content/states.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { button, linkButton } from "#ui/button.ts";
import { contentStatus } from "#ui/content-status.ts";
import { disclosure } from "#ui/disclosure.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { ago, relativeWords } from "#ui/time.ts";
import type { Standing, Unsaved } from "./editor.ts";
import type { Look } from "./look.ts";
import type { EditorNoun } from "./nouns.ts";
import { reachSentence } from "./reach.ts";

/** The message after each step. How soon the website received the change is shown below the title. */
export const DONE_WORDS: Record<Step, string> = {
	publish: "已發布。",
	schedule: "已排程，時間到了會自動發布。",
	unpublish: "已回到草稿，官網上看不到。",
	archive: "已封存，官網不再顯示。",
	unarchive: "已恢復發布。",
	trash: "已移到垃圾桶。",
	restore: "已還原為草稿。",
};
/** Why a text that was taken away does not come back by 復原. */
export const UNFIT_WORDS = "現在不能回到原樣：時間已過、同意書失效，或上一層不在";
/** The message after a plain save, by the text's state. */
export const SAVED_WORDS: Record<State, string> = {
	draft: "已儲存草稿。",
	scheduled: "已儲存排程。",
	published: "已儲存。",
	archived: "已儲存。",
	trashed: "已儲存。",
};
/** The message, by the text's state, when the same form was sent before and had already created the record. */
export const MADE_WORDS: Record<State, string> = {
	...SAVED_WORDS,
	scheduled: DONE_WORDS.schedule,
	published: DONE_WORDS.publish,
};

/** Draws the text's state and its last save. */
export const standing = (row: Standing, at: number): Children => [
	contentStatus(row.state),
	html`<span class="soft ed-saved">上次儲存：${ago(row.updated_at, at)}</span>`,
];

/** Draws how soon the website received the last change of a published text, and where the text is read. */
export const readingLinks = (
	{ places }: EditorNoun,
	row: Standing,
	{ live, address }: { live: Reach | undefined; address: string },
): VNode | null =>
	row.state === "trashed"
		? null
		: html`<div class="stack tight small">
				${live && row.state === "published" && html`<p class="soft">${reachSentence(live)}</p>`}
				<p class="row">
					${
						row.state === "published" &&
						linkButton({ label: "在官網查看", icon: "external", size: "s", tone: "quiet", href: address })
					}
					<a class="btn quiet s" href=${places.previewLink(row.id)} target="_blank" rel="noopener">${icon("link")}預覽連結</a>
				</p>
			</div>`;

/**
 * Returns `now` and `later`; the style sheet shows one of them, by the form's choice between publishing now and later.
 */
export const nowOrLater = (now: Children, later: Children): VNode[] => [
	html`<span class="when-now">${now}</span>`,
	html`<span class="when-later">${later}</span>`,
];
export const publishWords = html`<span>${nowOrLater("發布", "排程發布")}</span>`;

/** What a press sends that makes a text public: no text was looked at before (./look.ts). */
const ASKS = { name: "checked", value: "" } as const;
type Asks = typeof ASKS;
type Stepping = { busy?: string; asks?: Asks };
/** While there is something to look at, the press beside it is the one that counts. */
type Ends = { size?: "s" | undefined; look?: Look | undefined };

/**
 * Draws the buttons for the text's state: to save, and to take its usual next step, such as publishing. Save comes
 * first, because Enter presses the first button; for a scheduled text, the form's choice decides which of the two is
 * shown.
 */
export function mainButtons(noun: EditorNoun, row: Standing | null, { size, look }: Ends = {}): VNode {
	const save = (label: string, tone: "plain" | "primary" = "plain", asks?: Asks): VNode =>
		button({ label, tone: asks && look ? "plain" : tone, size, form: noun.kind, busy: "儲存中...", ...asks });
	const step = (label: string | VNode, name: Step, { busy = "發布中...", asks }: Stepping = {}): VNode =>
		button({
			label,
			tone: asks && look ? "plain" : "primary",
			size,
			...asks,
			form: noun.kind,
			busy,
			formaction: row ? noun.places.step(row.id, STEP_PLACES[name]) : noun.places.createPublished(),
		});
	switch (row?.state) {
		case "published":
			return html`<div class="row">${save("儲存並更新官網", "primary", ASKS)}</div>`;
		case "archived":
			return html`<div class="row">${save("儲存")}${step("恢復發布", "unarchive")}</div>`;
		case "trashed":
			return html`<div class="row">${save("儲存")}${step("還原為草稿", "restore", { busy: "還原中..." })}</div>`;
		case "scheduled":
			return html`<div class="row">
				${nowOrLater(step("發布", "publish", { asks: ASKS }), save("儲存排程", "primary"))}
			</div>`;
		default:
			return html`<div class="row">${save("儲存草稿")}${step(publishWords, "publish", { asks: ASKS })}</div>`;
	}
}

/** Draws the button that Enter in a field presses: it saves, as the plain button does. */
export const enterButton = ({ kind }: EditorNoun, row: Standing | null): VNode => html`<button
	class="sr"
	type="submit"
	form=${kind}
	tabindex="-1"
	aria-hidden="true"
	...${row?.state === "published" ? ASKS : {}}
></button>`;

/** Draws the buttons of `mainButtons` again at the end of a long form on a phone, where they are always visible. */
export const endButtons = (noun: EditorNoun, row: Standing | null, look: Look | undefined): VNode =>
	html`<div class="editor-end narrow">${mainButtons(noun, row, { look })}</div>`;

type Other = { step: Step; label: string; sub: string };
const TRASH = { step: "trash", label: "移到垃圾桶" } as const;
/** The steps of each state that the head of the page does not offer. */
const OTHERS: Record<State, Other[]> = {
	draft: [{ ...TRASH, sub: "可以再還原" }],
	scheduled: [
		{ step: "unpublish", label: "取消排程", sub: "回到草稿" },
		{ ...TRASH, sub: "取消排程，可以再還原" },
	],
	published: [
		{ step: "unpublish", label: "下架", sub: "官網不再顯示，回到草稿" },
		{ step: "archive", label: "封存", sub: "官網不再顯示，網址回答已封存" },
		{ ...TRASH, sub: "官網不再顯示，可以再還原" },
	],
	archived: [{ ...TRASH, sub: "可以再還原" }],
	trashed: [],
};

/** Draws the remaining steps as buttons; `held` gives the reason why a step cannot be taken at present. */
export const otherSteps = (
	{ places }: EditorNoun,
	{ id, state }: Standing,
	held: Partial<Record<Step, string>> = {},
): VNode[] =>
	OTHERS[state].map(
		({ step, label, sub }) => html`<p class="row between small">
			${button({ label, size: "s", formaction: places.step(id, STEP_PLACES[step]), disabled: step in held })}
			<span class="soft">${held[step] ?? sub}</span>
		</p>`,
	);

export type EditorNotices = { row: Standing | null; others: OtherEditor[]; unsaved: Unsaved[]; at: number };

/** Draws the user's other unsaved texts: one by itself, several under one line. */
function unsavedTexts(
	{ word, unit, places }: Pick<EditorNoun, "word" | "unit" | "places">,
	{ unsaved, at }: Pick<EditorNotices, "unsaved" | "at">,
): Children {
	const [one, another] = unsaved;
	const named = ({ title, saved_at }: EditorNotices["unsaved"][number]) =>
		`「${title || "沒有標題"}」（${relativeWords(saved_at, at)}）`;
	const resume = (slot: string) => html`<a href=${places.resume(slot)}>繼續寫</a>`;
	if (!one) return null;
	if (!another) return notice({ tone: "info" }, `您有一${unit}還沒有儲存的${word}${named(one)}。`, resume(one.slot));
	const items = unsaved.map((text) => html`<li>${named(text)} ${resume(text.slot)}</li>`);
	const label = `您有 ${figure(unsaved.length)} ${unit}還沒有儲存的${word}`;
	return notice({ tone: "info" }, disclosure({ label }, html`<ul class="plain">${items}</ul>`));
}

/**
 * Draws the notices before the form: other users who are editing the text, that it is in the trash, and the user's
 * other unsaved texts; null when there is nothing to say.
 */
export const notices = (
	{ word, unit, places }: EditorNoun,
	{ row, others, unsaved, at }: EditorNotices,
): VNode | null => {
	if (others.length + unsaved.length === 0 && row?.state !== "trashed") return null;
	return html`<div class="stack tight">
	${others.map(({ name, saved_at }) =>
		notice(
			{ tone: "warn" },
			`${name}${relativeWords(saved_at, at)}也在編輯這${unit}${word}。兩人都儲存時，後儲存的人會看到兩邊的文字。`,
		),
	)}
	${
		row?.state === "trashed" &&
		notice(
			{ tone: "warn" },
			`這${unit}${word}在垃圾桶裡，官網上看不到。還原之後會回到草稿。`,
			html`<a href=${places.removal(row.id)}>永久刪除</a>`,
		)
	}
	${unsavedTexts({ word, unit, places }, { unsaved, at })}
</div>`;
};
