import * as z from "zod";
import type { Setting } from "./kinds.ts";

/** A link of the website's own, with the words that it is shown with. */
export type Labelled = { label: string; url: string };

const MOST_LINKS = 10;
const MOST_LABEL = 40;
const MOST_URL = 500;

/** Whether a text is an address that everybody may be sent to: https, with a host, without a name or password. */
export function isPublicLink(text: string): boolean {
	if (text.length > MOST_URL || /\s/.test(text) || !URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	return protocol === "https:" && hostname.includes(".") && username === "" && password === "";
}

/** Returns a line "label https://..." as a link; undefined for a line of another form. */
function linkIn(line: string): Labelled | undefined {
	const [, label = "", url = ""] = /^(.*\S)\s+(\S+)$/u.exec(line) ?? [];
	return label !== "" && [...label].length <= MOST_LABEL && isPublicLink(url) ? { label, url } : undefined;
}

const linesOf = (text: string): string[] =>
	text
		.split(/\r?\n/)
		.map((line) => line.trim().replace(/\s+/gu, " "))
		.filter((line) => line !== "");

/** Returns the links of a stored text, in their order; lines of another form (written by plain SQL) are left out. */
export const linksIn = (text: string): Labelled[] => linesOf(text).flatMap((line) => linkIn(line) ?? []);

/** Makes a setting of labelled https addresses, one a line. */
export function links(shown: { label: string; hint: string }): Setting<string> {
	const schema = z
		.string()
		.max((MOST_LABEL + MOST_URL + 3) * MOST_LINKS, "內容太長。")
		.transform((text) => linesOf(text).join("\n"))
		.superRefine((text, context) => {
			const lines = linesOf(text);
			if (lines.length > MOST_LINKS) context.addIssue(`最多 ${MOST_LINKS} 個連結。`);
			const wrong = lines.findIndex((line) => linkIn(line) === undefined);
			if (wrong >= 0)
				context.addIssue(
					`第 ${wrong + 1} 個連結請寫成「名稱 https://...」，名稱最多 ${MOST_LABEL} 個字，例如：Facebook https://www.facebook.com/example。`,
				);
		});
	return { ...shown, input: "textarea", default: "", schema };
}
