/** Fills in and sends the forms of our pages over HTTP, as a browser without scripts does it. */
import assert from "node:assert/strict";
import { type Element, parse } from "./markup.ts";

/** Where somebody who is signed in sits; `sent` has the addresses that something was sent to. */
export type Desk = {
	address: string;
	cookie: string;
	sent: string[];
	/** How the pages are asked for: over HTTP, or of the Worker that the test runs in. */
	fetch?: (url: string, init: RequestInit) => Promise<Response>;
};
/** A form on the page `on`: the one that is sent to `to`, by its action or by one of its buttons. */
export type Place = { on: string; to: string };
/** What is changed in a form, by the names of its fields; everything else goes along as the page has it. */
export type Filled = Record<string, string | string[] | File | File[]>;
/** How a form was answered, and when (UTC milliseconds); `message` is the cookie of what the next page says. */
export type Posted = { location: string; at: number; body: string; message: string };

/** What a form may send. Files that nobody chose are left out: browsers send them with an empty name, which fetch cannot. */
type Control = { name: string; value: string; kind: string; isOn: boolean };

/** Opens a page, fills in a form of it and sends it; fails where it is refused. */
export async function press(desk: Desk, { on, to }: Place, filled: Filled = {}): Promise<Posted> {
	const shown = await (desk.fetch ?? fetch)(desk.address + on, { headers: { Cookie: desk.cookie } });
	assert.equal(shown.status, 200, `GET ${on}`);
	const elements = parse((await shown.text()).replace("<!doctype html>", ""));
	const { form, pressed } = formOf(elements, to);
	const fields = fieldsOf(controlsOf(elements, form, pressed), filled);
	const body = form.attributes.enctype === "multipart/form-data" ? fields : asQuery(fields);
	return goOn(desk, to, await send(desk, to, body));
}

/** Publishes all the same, as the page that shows what there is to look at first offers: it has all that was filled in. */
function goOn(desk: Desk, to: string, posted: Posted): Posted | Promise<Posted> {
	if (!posted.body.includes('id="look"')) return posted;
	const elements = parse(posted.body.replace("<!doctype html>", ""));
	const pressed = elements.find((one) => one.attributes.name === "checked" && one.attributes.value);
	const form = pressed && ownersOf(elements).get(pressed);
	assert.ok(form, "no press publishes all the same");
	return send(desk, to, fieldsOf(controlsOf(elements, form, pressed), {}));
}

/** The same of the form that is sent to the address where it stands. */
export const pressOn = (desk: Desk, on: string, filled: Filled = {}): Promise<Posted> =>
	press(desk, { on, to: on }, filled);

/** Takes back what was done, by the form that the message about it has, which is sent to `to`. */
export const takeBack = (desk: Desk, { location, message }: Posted, to: string): Promise<Posted> =>
	press({ ...desk, cookie: `${desk.cookie}; ${message}` }, { on: location, to });

/** Sends what a script of a page sends: files, or an object as JSON; it is answered with JSON. */
export const tell = (desk: Desk, to: string, body: FormData | object): Promise<Posted> => {
	const headers = { Accept: "application/json" };
	return body instanceof FormData
		? send(desk, to, body, headers)
		: send(desk, to, JSON.stringify(body), { ...headers, "Content-Type": "application/json" });
};

async function send(desk: Desk, to: string, ...[body, headers = {}]: Sending): Promise<Posted> {
	desk.sent.push(to);
	const { address, cookie } = desk;
	const own = { Cookie: cookie, Origin: address, "Sec-Fetch-Site": "same-origin", ...headers };
	const answer = await (desk.fetch ?? fetch)(address + to, { method: "POST", redirect: "manual", headers: own, body });
	const at = Date.now();
	const text = await answer.text();
	const why = /(?:error-summary|role="alert").{0,500}/s.exec(text)?.[0] ?? text.slice(0, 300);
	assert.ok(answer.status < 400, `POST ${to} is answered ${answer.status}: ${why}`);
	const [message = ""] = /\bflash=[^;]+/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
	return { location: answer.headers.get("Location") ?? "", at, body: text, message };
}
type Sending = [body: FormData | URLSearchParams | string, headers?: Record<string, string>];

type Owned = { form: Element; pressed: Element | undefined };

/** The form that is sent to an address, and the button that says so where its own action is another. */
function formOf(elements: Element[], to: string): Owned {
	const owners = ownersOf(elements);
	const isOn = ({ attributes }: Element): boolean => !("disabled" in attributes);
	const pressed = elements.find((one) => one.attributes.formaction === to && isOn(one));
	const form = pressed
		? owners.get(pressed)
		: elements.find(({ name, attributes }) => name === "form" && attributes.action === to && isPost(attributes));
	assert.ok(form && isPost(form.attributes), `no form of the page is sent to ${to}`);
	return { form, pressed };
}

const isPost = ({ method = "get" }: Record<string, string>): boolean => method === "post";

/** The form of every control: the one that it names, else the one around it. */
function ownersOf(elements: Element[]): Map<Element, Element> {
	const named = new Map(elements.flatMap((one) => (one.name === "form" ? [[one.attributes.id ?? "", one]] : [])));
	const owners = new Map<Element, Element>();
	let around: Element | undefined;
	for (const one of elements) {
		if (one.name === "form") around = one;
		const { form } = one.attributes;
		const owner = form === undefined ? (one.inside.includes("form") ? around : undefined) : named.get(form);
		if (owner) owners.set(one, owner);
	}
	return owners;
}

function controlsOf(elements: Element[], form: Element, pressed: Element | undefined): Control[] {
	const owners = ownersOf(elements);
	return elements.flatMap((one, at): Control[] => {
		const { name = "", value = "", type = "text" } = one.attributes;
		if (name === "" || "disabled" in one.attributes || owners.get(one) !== form) return [];
		const base = { name, value: plain(value), kind: type, isOn: true };
		if (one.name === "textarea") return [{ ...base, value: plain(one.text) }];
		if (one.name === "select") return [{ ...base, value: chosenIn(optionsAfter(elements, at)) }];
		if (one.name === "button") return [{ ...base, kind: "button", isOn: one === pressed }];
		if (one.name !== "input") return [];
		return [type === "checkbox" || type === "radio" ? { ...base, isOn: "checked" in one.attributes } : base];
	});
}

function optionsAfter(elements: Element[], select: number): Element[] {
	const end = elements.findIndex(
		({ name, inside }, at) => at > select && name !== "optgroup" && !inside.includes("select"),
	);
	return elements.slice(select + 1, end).filter(({ name }) => name === "option");
}

const chosenIn = (options: Element[]): string =>
	plain((options.find(({ attributes }) => "selected" in attributes) ?? options[0])?.attributes.value ?? "");

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const plain = (text: string): string =>
	text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");

/** What is sent: the fields that were changed say what they were changed to, wherever they stand. */
function fieldsOf(controls: Control[], filled: Filled): FormData {
	const fields = new FormData();
	const told = new Set<string>();
	for (const { name, value, kind, isOn } of controls) {
		const given = filled[name];
		if (given !== undefined && !told.has(name)) for (const one of [given].flat()) fields.append(name, one);
		else if (given === undefined && isOn && kind !== "file") fields.append(name, value);
		told.add(name);
	}
	for (const [name, given] of Object.entries(filled)) {
		const offered = controls.filter((one) => one.name === name);
		assert.ok(offered.length > 0, `the form has no field ${name}`);
		if (offered.every(({ kind }) => ["checkbox", "radio", "button"].includes(kind)))
			for (const one of [given].flat())
				assert.ok(
					offered.some(({ value }) => value === one),
					`${name} has no ${one}`,
				);
	}
	return fields;
}

const asQuery = (fields: FormData): URLSearchParams =>
	new URLSearchParams([...fields].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
