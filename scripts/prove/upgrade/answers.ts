/** Requests an address and returns its answer, in a form in which two answers can be compared, with the links in it. */
import { createHash } from "node:crypto";

export type Answer = { status: number; type: string; location: string; body: string; links: string[] };

/** The address under which every server runs, so that addresses in answers and in QR codes are equal. */
export const BASE_URL = "http://localhost:8787";

/** Matches what differs from one moment, or from one answer, to the next. */
const OF_THE_MOMENT = [
	/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|\+\d{2}:\d{2})/g,
	/\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
	/剛剛|\d+ (?:秒|分鐘)前|\d+ 毫秒/g,
	/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
	// The reference in workerd's error for a webhook that cannot be delivered.
	/(?<=reference = )\w+/g,
];

/** Requests a path without following redirects; the server's own origin is removed from the answer. */
export async function ask(address: string, path: string, session?: string): Promise<Answer> {
	const headers: Record<string, string> = session ? { Cookie: `session=${session}` } : {};
	const answer = await fetch(address + path, { headers, redirect: "manual", signal: AbortSignal.timeout(60_000) });
	const type = answer.headers.get("Content-Type") ?? "";
	const location = (answer.headers.get("Location") ?? "").replace(address, "").replace(BASE_URL, "");
	const bytes = Buffer.from(await answer.arrayBuffer());
	const isText = /^text\/|[/+](?:json|xml)\b/.test(type);
	const text = isText ? bytes.toString().replaceAll(address, "").replaceAll(BASE_URL, "") : "";
	const body = isText ? comparable(text) : `${bytes.length} bytes ${createHash("sha256").update(bytes).digest("hex")}`;
	const links = [...linksIn(text, type), ...(location ? [location] : [])];
	return { status: answer.status, type, location, body, links };
}

const comparable = (text: string): string => OF_THE_MOMENT.reduce((all, each) => all.replace(each, "…"), text);

const unescaped = (text: string): string =>
	text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');

function linksIn(text: string, type: string): string[] {
	const found = type.startsWith("text/html")
		? text.matchAll(/\s(?:href|src)="([^"]*)"/g)
		: text.replaceAll(SITE, toApi).matchAll(/(?<=["\s>])(\/\w[^"<\s\\{}]*)/g);
	return [...found]
		.map(([, link = ""]) => unescaped(link))
		.filter((link) => link.startsWith("/") && !link.startsWith("//") && !link.startsWith("/assets/"));
}

/** Matches an address on the website; `toApi` gives the API's address of the same text. */
const SITE = /http:\/\/localhost:3000\/(articles\/|documents\/|)/g;
const toApi = (_: string, kind: string): string => `/api/v1/${kind || "pages/"}`;

/** Returns the first place where two bodies differ, with the text around it. */
export function difference(one: string, other: string): string {
	let at = 0;
	while (at < one.length && one[at] === other[at]) at++;
	const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 100).replaceAll(/\s+/g, " ");
	return `\n    ${around(one)}\n    ${around(other)}`;
}
