import { button, linkButton } from "./button.ts";
import { conflictPart } from "./conflict.ts";
import { errorSummary } from "./error-summary.ts";
import type { FormState } from "./form-state.ts";
import { type Children, html, type VNode } from "./html.ts";

export type Form = {
	action: string;
	state: FormState;
	/** The words of its one primary button; left out when `children` bring their own buttons. */
	submit?: string | undefined;
	busy?: string | undefined;
	cancel?: string | undefined;
	/** The idempotency key, and the version of the record that was read. */
	key?: string | undefined;
	version?: number | undefined;
	/** The page's main form: Ctrl+S sends it. */
	main?: boolean | undefined;
	/** Asks before the page is left with unsaved changes. */
	guard?: boolean | undefined;
	/** Sends files. */
	upload?: boolean | undefined;
	/** Is answered with a file: the page stays, and may be sent again a little later. */
	download?: boolean | undefined;
	/** The primary button takes something away. */
	danger?: boolean | undefined;
	/** The primary button fills its column, as members and doors have it. */
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
 * A POST form: error summary first, then what somebody else saved meanwhile, then the fields, then the buttons.
 * The browser's own checks stay off, so that every mistake is told the same way, beside its field.
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
	data-changed=${props.guard && (props.state.problem || Object.keys(props.state.errors).length > 0) ? "" : undefined}
>
	${errorSummary(props.state)} ${conflictPart(props.state)} ${hidden("_key", props.key)}
	${hidden("version", props.version?.toString())} ${children} ${buttons(props)}
</form>`;
