import { errorSummary } from "./error-summary.ts";
import { field } from "./field.ts";
import type { FormState } from "./form-state.ts";
import { html, type VNode } from "./html.ts";

/** The fields of a proof of identity that is sent with another form: `user` is the id of the user who filled it in. */
export const PROOF = { password: "_proof.current", code: "_proof.code", user: "_proof.user" } as const;

/** What a form that asks for a proof of identity needs to know: whose it is, and what was wrong with the last proof. */
export type AskedProof = { userId: string; hasSecondFactor: boolean; state: FormState };

/** Draws the fields of a proof of identity: the password, and the code of the second factor where there is one. */
export const proofFields = ({ userId, hasSecondFactor, state }: AskedProof): VNode => html`<div class="stack">
	${errorSummary(state)}
	<input type="hidden" name=${PROOF.user} value=${userId} />
	${field({
		name: PROOF.password,
		label: "密碼",
		state,
		type: "password",
		autocomplete: "current-password",
		required: true,
		autofocus: true,
	})}
	${
		hasSecondFactor &&
		field({
			name: PROOF.code,
			label: "驗證碼",
			state,
			hint: "驗證器 App 上的 6 位數字。手機不在身邊時，可以改輸入一組備用碼。",
			autocomplete: "one-time-code",
			required: true,
		})
	}
</div>`;
