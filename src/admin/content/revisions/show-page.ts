import { NOUNS } from "#admin/content/writing/nouns.ts";
import type { KeptText, StandingText, StillThere } from "#db/content/revision-reads.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { difference } from "#ui/difference.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { moment } from "#ui/time.ts";
import { type ChangedField, changedFields, fieldsOf } from "./fields.ts";
import { revisionCrumbs } from "./list-page.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";
import { numberWords, reasonWords, whoWords } from "./words.ts";

/** The data of the page of one revision. */
export type ShownRevision = {
	kind: TextKind;
	now: StandingText;
	kept: KeptText;
	/** The kept text before this revision; undefined for the first revision. */
	previous: KeptText | undefined;
	total: number;
	there: StillThere[];
	/** The parts, in words, that a restoration would leave out; null when the text cannot be restored. */
	left: string[] | null;
};
type Asked = { state: FormState; isAgainstNow: boolean };

/** How many unchanged lines are shown around a change. */
const CONTEXT = 2;

/**
 * Draws the page of a revision: what it changed, or (`isAgainstNow`) what its restoration would change in the present
 * text.
 */
export function revisionPage(shown: ShownRevision, { state, isAgainstNow }: Asked): Page {
	const { kind, now, kept, total } = shown;
	const { word, places } = NOUNS[kind];
	const here = places.revision(now.id, kept.number);
	return {
		title: numberWords(kept.number),
		area: word,
		slim: true,
		crumbs: [...revisionCrumbs(kind, now), { label: "版本紀錄", href: places.revisions(now.id) }],
		lead: html`<span>${whoAndWhy(kept)}，${moment(kept.created_at)}</span>`,
		actions: [
			kept.number > 1 && linkButton({ label: "較舊", icon: "left", href: places.revision(now.id, kept.number - 1) }),
			kept.number < total &&
				linkButton({ label: "較新", iconEnd: "right", href: places.revision(now.id, kept.number + 1) }),
		],
		tabs: [
			{ label: "這一版改了什麼", href: here, current: !isAgainstNow },
			{ label: "與現在的內容比較、還原", href: `${here}?with=now`, current: isAgainstNow },
		],
		body: isAgainstNow ? againstNow(shown, state) : againstPrevious(shown),
	};
}

/** Returns the reason of the revision and who saved it; equal words, as for an import, appear once. */
const whoAndWhy = (kept: KeptText): string => [...new Set([reasonWords(kept.reason), whoWords(kept)])].join("，");

const nameIn = (there: StillThere[]) => (id: string) =>
	there.find(({ kind, key }) => kind === "file" && key === id)?.name ?? "已刪除的檔案";

function changes({ there }: ShownRevision, before: Snapshot, after: Snapshot): ChangedField[] {
	const nameOf = nameIn(there);
	return changedFields(fieldsOf(before, nameOf), fieldsOf(after, nameOf));
}

const part = ({ label, before, after }: ChangedField): VNode => html`<section class="stack tight">
	<h2 class="label">${label}</h2>
	${
		before.includes("\n") || after.includes("\n")
			? difference({ before, after, context: CONTEXT })
			: html`<p>${difference({ before, after })}</p>`
	}
</section>`;

const LEGEND = html`<p class="hint"><ins>綠底加底線</ins>是加上的文字，<del>紅底刪除線</del>是拿掉的文字。</p>`;

const parts = (list: ChangedField[]): Children => [LEGEND, list.map(part)];

/** Draws a whole text without a comparison, for the first revision. */
const whole = (snapshot: Snapshot, there: StillThere[]): VNode =>
	card(
		{ label: "內容" },
		fieldsOf(snapshot, nameIn(there))
			.filter(({ words }) => words !== "")
			.map(
				({ label, words }) => html`<section class="stack tight">
					<h2 class="label">${label}</h2>
					<div class="difference">${words}</div>
				</section>`,
			),
	);

function againstPrevious(shown: ShownRevision): VNode {
	const { kind, kept, previous, there } = shown;
	const after = readSnapshot(kind, kept.snapshot);
	if (!previous)
		return html`<div class="stack">${notice({ tone: "info" }, "這是最早的版本，前面沒有可以比較的內容。")} ${whole(after, there)}</div>`;
	const list = changes(shown, readSnapshot(kind, previous.snapshot), after);
	return card({ label: "這一版改了什麼" }, list.length > 0 ? parts(list) : html`<p>和前一版沒有不同。</p>`);
}

function againstNow(shown: ShownRevision, state: FormState): VNode {
	const { kind, now, kept } = shown;
	const list = changes(shown, readSnapshot(kind, now.snapshot), readSnapshot(kind, kept.snapshot));
	return html`<div class="stack">
		${state.problem && notice({ tone: "warn", title: "沒有還原", role: "alert" }, `${state.problem}下面是和最新內容的比較，請看過後再決定。`)}
		${
			list.length === 0
				? notice({ tone: "ok" }, "現在的內容就是這個版本。")
				: card(
						{ label: "還原後的改變", foot: restoration(shown) },
						html`<p>還原成這個版本，會這樣改變現在的內容：</p>`,
						parts(list),
					)
		}
	</div>`;
}

const isPublic = ({ state }: StandingText): boolean => state === "published";

/**
 * Draws the form that restores the revision, with the parts that will be left out. It is shown only beside the changes
 * it will make.
 */
function restoration({ kind, now, kept, left }: ShownRevision): VNode {
	if (left === null)
		return html`<p class="soft">這個版本是早期匯入時留下的，只有文字，沒有分類、附件與封面，所以不能整篇還原；需要的段落請從上面複製。</p>`;
	return html`<div class="stack">
		${
			left.length > 0 &&
			notice(
				{ tone: "warn", title: "這些無法還原，會略過" },
				html`<ul>
					${left.map((words) => html`<li>${words}</li>`)}
				</ul>`,
			)
		}
		<p class="small">
			還原會存成一個新的版本，現在的內容仍留在版本紀錄裡，可以再還原回來。${isPublic(now) && "官網會立刻更新。"}
		</p>
		${form({
			action: NOUNS[kind].places.restoration(now.id, kept.number),
			state: { values: {}, errors: {} },
			version: now.version,
			submit: `還原成${numberWords(kept.number)}`,
			busy: "還原中...",
			cancel: NOUNS[kind].places.show(now.id),
		})}
	</div>`;
}
