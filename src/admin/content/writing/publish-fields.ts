import { taipeiInput } from "#kernel/times.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { typedIn } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";

export type PublishFields = {
	state: FormState;
	/** The present time in UTC milliseconds; planned times cannot lie before it. */
	at: number;
	/**
	 * Whether the text is public. Then its date of publication can be corrected, and there is no choice between now and
	 * later.
	 */
	isPublished?: boolean | undefined;
};

const chosen = (state: FormState): FormState =>
	typedIn({ state, name: "publish", label: "" }) ? state : { ...state, values: { ...state.values, publish: "now" } };

/**
 * Draws the fields for when the text is published and taken down, in Taipei time. Sends `publish` ("now", "later") and
 * `publish_at`, or `published_at` for a public text; and `unpublish_at`. The right time field is shown for the choice
 * even without a script.
 */
export const publishFields = ({
	state,
	at,
	isPublished = false,
}: PublishFields): VNode => html`<div class="stack publish">
	${
		!isPublished &&
		segment({
			name: "publish",
			label: "發布方式",
			hideLabel: true,
			state: chosen(state),
			fill: true,
			options: [
				{ value: "now", label: "立即" },
				{ value: "later", label: "排程" },
			],
		})
	}
	${
		isPublished
			? field({ name: "published_at", label: "發布日期", state, type: "moment", days: "past" })
			: html`<div class="publish-later">
					${field({ name: "publish_at", label: "發布時間", state, type: "moment", days: "future", min: taipeiInput(at) })}
				</div>`
	}
	${field({
		name: "unpublish_at",
		label: "下架時間",
		state,
		type: "moment",
		days: "future",
		optional: true,
		min: taipeiInput(at),
		hint: "到時自動從官網移除，內容留在這裡。",
	})}
</div>`;

/**
 * Draws the fields that pin a text to the top of the lists, without end or until the end of a day. Sends `is_pinned`
 * and `pinned_until` (a date).
 */
export const pinFields = ({ state }: { state: FormState }): VNode => html`<div class="stack tight pin">
	${checkbox({ name: "is_pinned", label: "置頂", state })}
	<div class="pin-until">
		${field({ name: "pinned_until", label: "置頂到", state, type: "date", days: "future", optional: true, hint: "留空則一直置頂。" })}
	</div>
</div>`;
