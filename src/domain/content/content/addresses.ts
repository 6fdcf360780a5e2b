import { withoutEnd } from "#kernel/ends.ts";
import type { FileRef } from "./files.ts";

/** The service's own address, and the website's. */
export type Hosts = { base: string; origin: string };

/** Kinds of things that an address of ours names. */
export type TargetKind = "article" | "page" | "document" | "file";
/** What an address of ours names: a slug, the path of a page, or `{id}/{filename}` of a file. */
export type Target = { kind: TargetKind; key: string };

/** Where an address leads: to a thing of ours, to the service's inside, to a list that is always there, or out of our hands. */
export type Lead = Target | { kind: "inside" | "always" | "outside" };

const FILE = /^\/api\/v1\/attachments\/([a-z2-7]{26}\/[^/]+)$/;
const INSIDE = /^\/(?:admin|preview|api\/v1\/preview)(?:\/|$)/;
const NAMED: [RegExp, TargetKind][] = [
	[FILE, "file"],
	[/^\/api\/v1\/documents\/([^/]+?)(?:\/download)?$/, "document"],
	[/^\/documents\/([^/]+?)(?:\/download)?$/, "document"],
	[/^\/articles\/([^/]+)$/, "article"],
];
/** Pages that a website has without anybody writing them, and other answers of the API. */
const ALWAYS = /^\/(?:articles|documents)?$|^\/api\//;

/**
 * Where an address leads that begins with "/" or names one of our hosts. Query and fragment play no part. Undefined for
 * one that cannot be decoded.
 */
export function leadOf(address: string, { base, origin }: Hosts): Lead | undefined {
	const own = [base, origin].find((host) => host !== "" && isUnder(address, host));
	if (own === undefined && (!address.startsWith("/") || address.startsWith("//"))) return { kind: "outside" };
	const path = decodedPath(own === undefined ? address : address.slice(own.length));
	if (path === undefined) return undefined;
	if (INSIDE.test(path)) return { kind: "inside" };
	for (const [pattern, kind] of NAMED) {
		const key = pattern.exec(path)?.[1];
		if (key !== undefined) return { kind, key };
	}
	// On the service's own host are only the API and the pages that people sign in to.
	if (ALWAYS.test(path) || (own === base && base !== origin)) return { kind: "always" };
	return { kind: "page", key: path.slice(1) };
}

const isUnder = (address: string, host: string): boolean =>
	address.startsWith(host) && /^(?:[/?#]|$)/.test(address.slice(host.length));

/** The path in NFC, without a slash at its end; undefined where its escapes are broken. */
function decodedPath(address: string): string | undefined {
	const path = address.replace(/[?#].*$/s, "");
	try {
		return withoutEnd(decodeURIComponent(path).normalize("NFC"), /\//) || "/";
	} catch {
		return undefined;
	}
}

/** Where an address stands as a whole: of an attribute, of a link in Markdown, or alone. Inside another one it stays. */
const BEGINS = String.raw`(?<=^|\s(?:src|href|poster|cite)=["']?|\]\(<?|\]:\s*<?)`;
const FILE_ADDRESS = String.raw`/api/v1/attachments/([a-z2-7]{26})/([^\s"'<>()?#[\]\\]+)`;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `text`, Markdown or HTML, with every file of ours at the address that `file` makes of it. */
export const mapFiles = (text: string, base: string, file: (ref: FileRef) => string): string =>
	text.replace(
		new RegExp(`${BEGINS}(?:${literal(base)})?${FILE_ADDRESS}`, "g"),
		(whole, id: string, filename: string) => {
			const name = decodedPath(filename);
			return name === undefined ? whole : file({ id, filename: name });
		},
	);

const SITE_LINK = /(<a\s[^<>]*?href=")\/(?!\/|api\/v1\/attachments\/)/g;
const LEADS_AWAY = /<a (?![^<>]*\btarget=)(?=[^<>]*\bhref="[^#])/g;

/**
 * Rendered HTML as a preview shows it: files where this reader may see them, links to the website, and every link in a
 * tab of its own, because what is behind the preview may not be saved yet.
 */
export const previewHtml = (html: string, hosts: Hosts, file: (ref: FileRef) => string): string =>
	mapFiles(
		html.replace(SITE_LINK, (_, before: string) => `${before}${hosts.origin}/`),
		hosts.base,
		file,
	).replace(LEADS_AWAY, '<a target="_blank" rel="noopener" ');
