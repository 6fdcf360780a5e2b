import type { DocumentPageRow, DocumentVersionRow, DownloadRow } from "#db/content/document-lists.ts";
import { CONTENT, type Step } from "#domain/content/content/states.ts";
import { STEP_PLACES } from "#domain/content/content/steps.ts";
import { mayKeep, VISIBILITIES } from "#domain/content/documents/rules.ts";
import { paths } from "#http/paths.ts";
import { taipeiInput } from "#kernel/times.ts";
import type { Permission } from "#permissions.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import { copyButton } from "#ui/copy.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { Conflict } from "#ui/form-state.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { ago, timeWords } from "#ui/time.ts";
import { downloadsCard } from "./downloads-part.ts";
import { aboutFields, publishAtField, readersFields, unpublishAtField } from "./form-fields.ts";
import { DOCUMENT_CRUMBS } from "./list.ts";
import { UPLOAD, versionsCard } from "./versions-part.ts";
import { permissionWords, seenBy, stepWords, VISIBILITY_LOOKS, VISIBILITY_WORDS } from "./words.ts";

const { documents } = paths.admin;

export type DocumentPage = {
	document: DocumentPageRow;
	versions: DocumentVersionRow[];
	categories: readonly string[];
	/** The origin of the public API. */
	base: string;
	may: ReadonlySet<Permission>;
	at: number;
	/** The newest downloads; undefined for users who may not see the audit log. */
	downloads?: readonly DownloadRow[];
};
/** The values and errors of the page's form that was refused: the edited fields, or the upload of a version. */
type States = { edited?: FormState; uploaded?: FormState };

/** Returns a document's form filled from its row. */
export const formOf = (row: DocumentPageRow): FormState =>
	freshForm({
		title: row.title,
		slug: row.slug,
		category: row.category,
		kind: row.kind,
		description: row.description,
		visibility: row.visibility,
		permission: row.permission ?? "",
		published_at: taipeiInput(row.published_at),
		publish_at: taipeiInput(row.publish_at),
		unpublish_at: taipeiInput(row.unpublish_at),
	});

/** Draws the page of a document: its fields, who can see it, its steps and its versions. */
export function documentPage(of: DocumentPage, { edited, uploaded }: States = {}): Page {
	const { document, versions, at } = of;
	const mayChange = mayKeep(of.may, document.visibility);
	const sent = edited ?? formOf(document);
	const state = againstStored(sent, { version: document.version, fields: differences(document, sent) });
	return {
		title: document.title,
		area: "文件",
		crumbs: DOCUMENT_CRUMBS,
		lead: html`<p class="row">
			${status(STATE_LOOKS[document.state])} ${status(VISIBILITY_LOOKS[document.visibility])}
			<span class="soft small">${ago(document.updated_at, at)}更新</span>
		</p>`,
		body: html`<div class="stack loose">
			${!mayChange && notice({ tone: "info", title: "這份文件是公開的" }, "公開的文件由有「發布公開文件」權限的人修改與發布。您可以查看與下載，或改為會員、限定。")}
			${document.is_pressed === 1 && notice({ tone: "info", title: "這份公告由系統產生" }, "檔案依帳務資料做成，不能自己上傳或還原舊版；內容變了，請到產生它的頁面（財務公告或捐款徵信）重新發布。標題、網址、下架與封存在這裡處理。")}
			${editor(of, state)}
			${versionsCard({ document, versions, state: { ...(uploaded ?? freshForm()), prefix: UPLOAD }, at }, document.is_pressed === 0 && (mayChange || uploaded !== undefined))}
			${of.downloads && downloadsCard(of.downloads, { id: document.id, at })}
		</div>`,
	};
}

const editor = (of: DocumentPage, state: FormState): VNode =>
	form(
		{ action: documents.show(of.document.id), state, version: of.document.version, main: true, guard: true },
		html`<div class="split">
			${card(
				{ title: "內容" },
				aboutFields({
					state,
					categories: of.categories,
					isNew: false,
					oldSlugs: JSON.parse(of.document.old_slugs),
				}),
				readersFields({ state, may: of.may, now: of.document }),
			)}
			<div class="stack">${publishing(of, state)} ${address(of)}</div>
		</div>`,
	);

/** Draws the card 發布. The plain save button comes first, so that Enter and Ctrl+S only save and take no step. */
const publishing = ({ document }: DocumentPage, state: FormState): VNode =>
	card(
		{ title: "發布", beside: status(STATE_LOOKS[document.state]) },
		html`<p class="small">${seenBy(document)}</p>`,
		times(document, state),
		button({ label: "儲存", tone: "primary", busy: "儲存中...", block: true }),
		html`<div class="row">${stepsOf(document).map((step) => stepButton(document, step))}</div>`,
	);

/** Draws the fields for the times that matter in the document's state; the other times stay as they are. */
function times({ state: now, published_at, unpublish_at }: DocumentPageRow, state: FormState): Children {
	if (now === "draft" || now === "scheduled") return [publishAtField(state), unpublishAtField(state)];
	if (now !== "published")
		return published_at !== null && facts([{ name: "發布日期", value: timeWords(published_at) }]);
	return [
		field({
			name: "published_at",
			label: "發布日期",
			state,
			type: "moment",
			days: "past",
			hint: "可以改成文件原本的日期，不能晚於現在。",
		}),
		unpublishAtField(state),
		unpublish_at !== null && html`<p class="hint">到時間會自動下架。</p>`,
	];
}

const ORDER: readonly Step[] = ["publish", "schedule", "unarchive", "restore", "unpublish", "archive", "trash"];
const stepsOf = ({ state }: DocumentPageRow): Step[] =>
	ORDER.filter((step) => CONTENT.can(step, state) && !(state === "scheduled" && step === "schedule"));

const stepButton = ({ id, state }: DocumentPageRow, step: Step): VNode =>
	button({
		label: stepWords(step, state),
		formaction: documents.step(id, STEP_PLACES[step]),
		busy: "處理中...",
		size: "s",
		tone: step === "trash" ? "danger" : "plain",
	});

/** Draws the public download address; false when the document is not published to everybody. */
function address({ document, base }: DocumentPage): VNode | false {
	if (document.state !== "published" || document.visibility !== "public") return false;
	const text = base + paths.api.documentDownload(document.slug);
	return card(
		{ title: "公開網址" },
		html`<p class="small"><a class="long" href=${text}>${text}</a></p>`,
		html`<p>${copyButton({ text, about: "公開網址", small: false })}</p>`,
		html`<p class="hint">一定會下載現行版本；換了新版本，網址也不變。</p>`,
	);
}

const LABELS = {
	title: "標題",
	slug: "網址",
	category: "分類",
	description: "說明",
	published_at: "發布日期",
	publish_at: "發布時間",
	unpublish_at: "下架時間",
} as const;

function differences(row: DocumentPageRow, state: FormState): Conflict[] {
	const stored = formOf(row);
	const texts = Object.entries(LABELS)
		.filter(([name]) => name in state.values)
		.map(([field, label]) => ({
			field,
			label,
			mine: typed(state, field).trim().replaceAll("\r\n", "\n"),
			theirs: typed(stored, field),
		}));
	const visible = VISIBILITIES.find((one) => one === typed(state, "visibility"));
	return [
		...texts,
		{
			field: "visibility",
			label: "誰看得到",
			mine: visible ? VISIBILITY_WORDS[visible] : "",
			theirs: VISIBILITY_WORDS[row.visibility],
			theirsValue: row.visibility,
		},
		{
			field: "permission",
			label: "限定給哪一種權限",
			mine: permissionWords(visible === "restricted" ? typed(state, "permission") : ""),
			theirs: permissionWords(row.permission ?? ""),
			theirsValue: row.permission ?? "",
		},
	];
}
