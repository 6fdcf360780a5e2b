import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import type { IconName } from "./icon-names.ts";

type Look = {
	label: string | VNode;
	/** The look: a view has one `primary` button; `quiet` has no border; `danger` is for what cannot be undone. */
	tone?: "plain" | "primary" | "quiet" | "danger" | undefined;
	icon?: IconName | undefined;
	iconEnd?: IconName | undefined;
	size?: "s" | "big" | undefined;
	/** The button is as wide as its column. */
	block?: boolean | undefined;
	/** Only the icon is shown; screen readers read the label. */
	square?: boolean | undefined;
	/** Words that screen readers read after the label, to tell equal buttons apart: "檢視" + "陳怡君". */
	about?: string | undefined;
	/** `data-*` attributes, named without `data-`. */
	data?: Record<string, string> | undefined;
};
export type Button = Look & {
	type?: "submit" | "button" | undefined;
	name?: string | undefined;
	value?: string | undefined;
	disabled?: boolean | undefined;
	/** The button's words while its form is being sent: "儲存中...". */
	busy?: string | undefined;
	/**
	 * The id of the form that the button belongs to when it stands outside that form; `formaction` is another address
	 * to send the form to.
	 */
	form?: string | undefined;
	formaction?: string | undefined;
};
export type LinkButton = Look & {
	href: string;
	download?: boolean | undefined;
	/** The id of a `<dialog>` that the link opens instead of its address when scripts run. */
	dialog?: string | undefined;
};

const classes = ({ tone = "plain", size, block, square }: Look): string =>
	["btn", tone !== "plain" && tone, size, block && "block", square && "square"].filter(Boolean).join(" ");

const attributes = (data: Record<string, string> = {}): Record<string, string> =>
	Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));

const inside = (look: Look): Children => [
	look.icon && icon(look.icon),
	look.square ? html`<span class="sr">${look.label}</span>` : look.label,
	look.about && html`<span class="sr">${look.about}</span>`,
	look.iconEnd && icon(look.iconEnd),
];

/** Draws a button that sends its form, or with `type: "button"` one that only a script answers. */
export const button = (props: Button): VNode => html`<button
	class=${classes(props)}
	type=${props.type ?? "submit"}
	name=${props.name}
	value=${props.value}
	disabled=${props.disabled}
	form=${props.form}
	formaction=${props.formaction}
	data-busy=${props.busy}
	...${attributes(props.data)}
>
	${inside(props)}
</button>`;

/** Draws a link that looks like a button: it opens an address and changes nothing. */
export const linkButton = (props: LinkButton): VNode => html`<a
	class=${classes(props)}
	href=${props.href}
	download=${props.download}
	data-dialog=${props.dialog}
	...${attributes(props.data)}
>
	${inside(props)}
</a>`;
