import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import type { IconName } from "./icon-names.ts";

type Look = {
	label: string | VNode;
	/** One primary in a view; quiet has no line; danger is for what cannot be undone. */
	tone?: "plain" | "primary" | "quiet" | "danger" | undefined;
	icon?: IconName | undefined;
	iconEnd?: IconName | undefined;
	size?: "s" | "big" | undefined;
	/** As wide as its column. */
	block?: boolean | undefined;
	/** Only the icon is shown; the label is read out. */
	square?: boolean | undefined;
	/** More for screen readers after the label: "檢視" + "陳怡君". */
	about?: string | undefined;
	/** `data-*` attributes, named without `data-`. */
	data?: Record<string, string> | undefined;
};
export type Button = Look & {
	type?: "submit" | "button" | undefined;
	name?: string | undefined;
	value?: string | undefined;
	disabled?: boolean | undefined;
	/** The words while its form is being sent: "儲存中...". */
	busy?: string | undefined;
	/** The id of the form it belongs to when it stands outside, and another address to send that form to. */
	form?: string | undefined;
	formaction?: string | undefined;
};
export type LinkButton = Look & {
	href: string;
	download?: boolean | undefined;
	/** Opens this `<dialog>` instead when the script runs. */
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

/** A button that sends its form, or with `type: "button"` one that a script answers. */
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

/** A link that looks like a button: it goes somewhere and changes nothing. */
export const linkButton = (props: LinkButton): VNode => html`<a
	class=${classes(props)}
	href=${props.href}
	download=${props.download}
	data-dialog=${props.dialog}
	...${attributes(props.data)}
>
	${inside(props)}
</a>`;
