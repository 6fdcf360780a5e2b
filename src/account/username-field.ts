import { html, type VNode } from "#ui/html.ts";

/** Draws a hidden field with the user's sign-in name, which tells a password manager whose password it is. */
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
