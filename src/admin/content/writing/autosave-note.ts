import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import { timeWords } from "#ui/time.ts";

export type AutosaveNote = {
	/** The address that stores the draft while the user types: `paths.admin.articles.draft(slot)`. */
	href: string;
	/** The version of the draft that was read (0 without a draft), and when it was saved (UTC milliseconds). */
	version: number;
	savedAt: number | null;
	/** Whether the form shows the draft instead of the stored text. */
	restored: boolean;
	/** The id of the user who types. */
	owner: number;
	/** The address of the button that discards the draft; the button is shown when the form shows the draft. */
	discard?: string | undefined;
	/** The id of the form, when the note stands outside it. */
	form?: string | undefined;
};

const words = ({ savedAt, restored }: AutosaveNote): string =>
	savedAt === null
		? ""
		: `${restored ? "已還原" : "草稿已於"} ${timeWords(savedAt)} ${restored ? "自動儲存、尚未儲存的內容" : "自動儲存"}`;

/**
 * Draws the note that says whether the typed text is saved. It stands inside the form, or names it; without a script
 * nothing is autosaved.
 */
export const autosaveNote = (props: AutosaveNote): VNode =>
	part(
		{
			name: "autosave",
			props: { href: props.href, form: props.form, owner: props.owner, version: props.version, login: paths.login() },
		},
		html`<div class="autosave" data-state=${props.savedAt === null ? "none" : "kept"}>
			<span class="autosave-mark">${icon("check")}</span>
			<span class="autosave-words" role="status">${words(props)}</span>
			<span class="row autosave-acts">
				${
					props.restored &&
					props.discard &&
					html`<button class="btn quiet s" type="submit" form=${props.form} formaction=${props.discard} data-discard>捨棄，回到已儲存的內容</button>`
				}
			</span>
		</div>`,
	);
