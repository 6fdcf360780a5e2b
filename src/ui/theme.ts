import { html, type VNode } from "./html.ts";

/** The colour scheme of the pages; it is stored in a cookie, so that the server can draw the page in it at once. */
export type Theme = "system" | "light" | "dark";

const WORDS: Record<Theme, string> = { system: "跟隨系統", light: "淺色", dark: "深色" };
const ALL: Theme[] = ["system", "light", "dark"];

/** Draws three buttons that each store a theme; `back` is the address to return to. */
export const themeForm = ({
	action,
	theme,
	back,
}: {
	action: string;
	theme: Theme;
	back?: string | undefined;
}): VNode => html`<form
	method="post"
	action=${action}
>
	${back && html`<input type="hidden" name="back" value=${back} />`}
	<div class="segment fill" role="group" aria-label="佈景">
		${ALL.map(
			(one) =>
				html`<button name="theme" value=${one} aria-pressed=${one === theme ? "true" : "false"}>${WORDS[one]}</button>`,
		)}
	</div>
</form>`;
