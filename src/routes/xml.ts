import { writableInXml } from "#kernel/xml.ts";

/** A piece of XML that is already escaped. */
export class Xml {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Value = string | number | Xml | readonly Xml[];

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

const escapeXml = (text: string): string =>
	writableInXml(text).replace(/[&<>"']/g, (character) => NAMED[character] ?? "");

function write(value: Value): string {
	if (value instanceof Xml) return value.text;
	if (typeof value === "string" || typeof value === "number") return escapeXml(String(value));
	return value.map((one) => one.text).join("");
}

/** A template tag for XML: values are escaped unless they are Xml already. */
export const xml = (strings: TemplateStringsArray, ...values: Value[]): Xml =>
	new Xml(strings.reduce((text, string, i) => text + write(values[i - 1] ?? "") + string));
