import { html, type VNode } from "#ui/html.ts";

/** So that a password manager knows whose password it is asked for, or keeps. */
export const usernameField = ({ email, phone }: { email: string | null; phone: string | null }): VNode =>
	html`<input
		class="sr"
		type="text"
		name="username"
		value=${email ?? phone}
		autocomplete="username"
		readonly
		tabindex="-1"
		aria-hidden="true"
	/>`;
