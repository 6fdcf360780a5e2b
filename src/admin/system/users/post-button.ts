import { type Button, button } from "#ui/button.ts";
import { html, type VNode } from "#ui/html.ts";

type PostButton = Button & { action: string; version: number; more?: Record<string, string> };

/** Draws a button in a form of its own, which acts on the version of a record that was seen. */
export const postButton = ({ action, version, more = {}, ...look }: PostButton): VNode => html`<form
	method="post"
	action=${action}
>
	<input type="hidden" name="version" value=${String(version)} />
	${Object.entries(more).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
	${button(look)}
</form>`;
