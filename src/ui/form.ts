import { button, linkButton } from "./button.ts";
import { conflictPart } from "./conflict.ts";
import { errorSummary } from "./error-summary.ts";
import type { FormState } from "./form-state.ts";
import { type Children, html, type VNode } from "./html.ts";

export type Form = {
	action: string;
	state: FormState;
	/** The words of the form's one primary button; left out when `children` contain their own buttons. */
	submit?: string | undefined;
	busy?: string | undefined;
	cancel?: string | undefined;
	/** The idempotency key; `version` is the version of the record that the user saw. */
	key?: string | undefined;
	version?: number | undefined;
	/** The form is the page's main form: Ctrl+S sends it. */
	main?: boolean | undefined;
	/** The page asks before it is left with unsaved changes. */
	guard?: boolean | undefined;
	/** The form holds what is saved nowhere, also without an error. */
	changed?: boolean | undefined;
	/** The form sends files (multipart/form-data). */
	upload?: boolean | undefined;
	/** The form is answered with a file: the page stays open, and the form may be sent again a little later. */
	download?: boolean | undefined;
	/** The primary button deletes or removes something and gets the look of danger. */
	danger?: boolean | undefined;
	/** The primary button fills its column, as in the member area and on the sign-in pages. */
	big?: boolean | undefined;
	id?: string | undefined;
};

const hidden = (name: string, value: string | undefined): VNode | undefined =>
	value === undefined ? undefined : html`<input type="hidden" name=${name} value=${value} />`;

function buttons({ submit, busy = "儲存中...", cancel, danger, big }: Form): VNode | undefined {
	if (!submit) return undefined;
	const size = big ? { size: "big" as const, block: true } : {};
	return html`<div class=${big ? "stack tight" : "row form-end"}>
		${button({ label: submit, tone: danger ? "danger" : "primary", busy, ...size })}
		${cancel && linkButton({ label: "取消", href: cancel, ...size })}
	</div>`;
}

/**
 * Draws a POST form: the error summary first, then conflicts with what another user saved meanwhile, then the fields,
 * then the buttons. The browser's own checks are off, so that every error is shown in the same way, beside its field.
 */
export const form = (props: Form, ...children: Children[]): VNode => html`<form
	class="form stack loose"
	id=${props.id}
	method="post"
	action=${props.action}
	enctype=${props.upload ? "multipart/form-data" : undefined}
	novalidate
	data-download=${props.download ? "" : undefined}
	data-main=${props.main ? "" : undefined}
	data-guard=${props.guard ? "" : undefined}
	data-changed=${props.guard && (props.changed || props.state.problem || Object.keys(props.state.errors).length > 0) ? "" : undefined}
>
	${errorSummary(props.state)} ${conflictPart(props.state)} ${hidden("_key", props.key)}
	${hidden("version", props.version?.toString())} ${children} ${buttons(props)}
</form>`;
