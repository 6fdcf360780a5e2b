import type { TextKind } from "#domain/content/content/kinds.ts";
import { paths } from "#http/paths.ts";
import { type FieldProps, ties, typedIn, under } from "#ui/field-parts.ts";
import { fileField } from "#ui/file-field.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import type { IconName } from "#ui/icon-names.ts";
import { part } from "#ui/islands/part.ts";
import { lengthOf, lengthWords } from "#ui/islands/reading.ts";

export type BodyField = FieldProps & {
	kind: TextKind | "announcement";
	rows?: number | undefined;
	/** A bar over the page (./editor-bar.ts) has the views and the length of the text. */
	hasBar?: boolean | undefined;
};

/** A button of the Markdown toolbar: its name in the script, its label, what is drawn, and its shortcut key. */
type Tool = { name: string; label: string; shown: string | { icon: IconName }; key?: string };
const TOOLS: (Tool | "gap")[] = [
	{ name: "h2", label: "標題", shown: "標題" },
	{ name: "h3", label: "小標", shown: "小標" },
	{ name: "bold", label: "粗體", shown: "粗", key: "B" },
	{ name: "italic", label: "強調（著重號）", shown: "強", key: "I" },
	"gap",
	{ name: "bullets", label: "項目清單", shown: { icon: "list" } },
	{ name: "numbers", label: "編號清單", shown: { icon: "ordered" } },
	{ name: "quote", label: "引用", shown: { icon: "quote" } },
	"gap",
	{ name: "link", label: "連結", shown: { icon: "link" }, key: "K" },
	{ name: "picture", label: "圖片", shown: { icon: "image" } },
	{ name: "table", label: "表格", shown: { icon: "table" } },
	{ name: "rule", label: "分隔線", shown: { icon: "minus" } },
	{ name: "find", label: "尋找與取代", shown: { icon: "search" }, key: "F" },
];
const VIEWS = [
	["article", "文章"],
	["both", "並排"],
	["source", "原始碼"],
	["preview", "預覽"],
] as const;

const tool = ({ name, label, shown, key }: Tool, isFirst: boolean): VNode => html`<button
	class="btn s"
	type="button"
	data-tool=${name}
	tabindex=${isFirst ? 0 : -1}
	aria-label=${label}
	hidden=${name === "find"}
	aria-keyshortcuts=${key && `Control+${key}`}
	title=${key ? `${label}　Ctrl+${key}` : label}
>
	${typeof shown === "string" ? shown : icon(shown.icon)}
</button>`;

/** Draws the choice of how the text is shown. */
export const views = (): VNode => html`<div class="segment mini" role="group" aria-label="檢視">
	${VIEWS.map(
		([view, label]) =>
			html`<button type="button" data-view=${view} aria-pressed=${view === "source" ? "true" : "false"}>${label}</button>`,
	)}
</div>`;

const tools = (id: string, hasBar: boolean): VNode => html`<div class="toolbar scripted">
	<div class="tools" role="toolbar" aria-label="格式" aria-controls=${id}>
		${TOOLS.map((one, at) => (one === "gap" ? html`<span class="tool-gap"></span>` : tool(one, at === 0)))}
	</div>
	${!hasBar && html`<div class="push">${views()}</div>`}
</div>`;

const panes = (props: BodyField): VNode => {
	const { id, attributes } = ties(props);
	return html`<div class="panes" data-shown="source">
		<div class="pane-write">
			<label class="sr" for=${id}>${props.label}</label>
			<textarea
				class="write"
				id=${id}
				name=${props.name}
				rows=${props.rows ?? 20}
				spellcheck="false"
				value=${typedIn(props)}
				...${attributes}
			></textarea>
		</div>
		<div class="pane-read"><div class="prose" role="region" aria-label="預覽" tabindex="0"></div></div>
	</div>`;
};

/**
 * Draws the Markdown text of an article or page: a plain textarea with a toolbar, pictures by paste and drop, link
 * search and a preview. Sends `name`; without a script also `pictures` (files for the end of the text). The button
 * 在新分頁預覽 sends the surrounding form, with `kind`, to the preview in another tab.
 */
export const bodyField = (props: BodyField): VNode => html`<section class="card writing" aria-label=${props.label}>
	${part(
		{
			name: "markdown-editor",
			props: {
				preview: paths.admin.writing.preview(),
				links: paths.admin.writing.links(),
				media: paths.admin.media.list(),
				kind: props.kind,
			},
		},
		tools(ties(props).id, props.hasBar ?? false),
		panes(props),
		html`<ul class="uploads" aria-label="上傳中的圖片" hidden></ul>`,
		html`<div class="checks" hidden></div>`,
		html`<div class="card-foot row between soft">
			${!props.hasBar && html`<span data-length>${lengthWords(lengthOf(typedIn(props)))}</span>`}
			<span class="row push">
				<span class="scripted wide">貼上或拖曳圖片即可上傳</span>
				<button
					class="btn quiet s"
					type="submit"
					name="kind"
					value=${props.kind}
					formaction=${paths.admin.writing.preview()}
					formtarget="_blank"
				>
					${icon("external")}在新分頁預覽
				</button>
			</span>
		</div>`,
	)}
	<noscript>
		<div class="card-body stack">
			${fileField({
				name: "pictures",
				label: "上傳圖片（儲存後加到文末）",
				state: props.state,
				accept: "image/*",
				multiple: true,
				hint: "JPEG、PNG、WebP、GIF。照片較大時，請先縮小到 10 MB 以內。",
			})}
		</div>
	</noscript>
	${(ties(props).errors.length > 0 || props.hint) && html`<div class="card-foot">${under(props)}</div>`}
</section>`;
