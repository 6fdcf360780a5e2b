import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import { timeWords } from "#ui/time.ts";

export type AutosaveNote = {
	/** Where the form is kept while somebody types: `paths.admin.articles.draft(slot)`. */
	href: string;
	/** The draft that was read, 0 for none, and when it was kept (UTC milliseconds). */
	version: number;
	savedAt: number | null;
	/** Whether the form shows that draft instead of what is stored. */
	restored: boolean;
	/** The person's id. */
	owner: number;
	/** Where the draft is thrown away: a button of this form, shown when the form was restored. */
	discard?: string | undefined;
};

const words = ({ savedAt, restored }: AutosaveNote): string =>
	savedAt === null
		? ""
		: `${restored ? "已還原" : "草稿已於"} ${timeWords(savedAt)} ${restored ? "自動儲存、尚未儲存的內容" : "自動儲存"}`;

/** Says whether what is being typed is safe. Belongs inside the form; without a script nothing is kept by itself. */
export const autosaveNote = (props: AutosaveNote): VNode =>
	part(
		{
			name: "autosave",
			props: { href: props.href, owner: props.owner, version: props.version, login: paths.login() },
		},
		html`<div class="autosave" data-state=${props.savedAt === null ? "none" : "kept"}>
			<span class="autosave-mark">${icon("check")}</span>
			<span class="autosave-words" role="status">${words(props)}</span>
			<span class="row autosave-acts">
				${
					props.restored &&
					props.discard &&
					html`<button class="btn quiet s" type="submit" formaction=${props.discard} data-discard>捨棄，回到已儲存的內容</button>`
				}
			</span>
		</div>`,
	);
