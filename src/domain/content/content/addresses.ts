import { withoutEnd } from "#kernel/ends.ts";
import { type FileRef, withoutSources } from "./files.ts";

/** The origins of the service (`base`) and of the website (`origin`). */
export type Hosts = { base: string; origin: string };

/** The kinds of targets that an address of the service or the website can name. */
export type TargetKind = "article" | "page" | "document" | "file";
/** The target that an address names; `key` is a slug, the path of a page, or `{id}/{filename}` of a file. */
export type Target = { kind: TargetKind; key: string };

/**
 * What a link leads to: a text or file of this website (Target), a page of the service behind sign-in or a preview
 * (`inside`), another address of ours that needs no text, such as the home page, a list or the API (`always`), or
 * another site (`outside`).
 */
export type Lead = Target | { kind: "inside" | "always" | "outside" };

const FILE = /^\/api\/v1\/attachments\/([a-z2-7]{26}\/[^/]+)$/;
const INSIDE = /^\/(?:admin|preview|api\/v1\/preview)(?:\/|$)/;
const NAMED: [RegExp, TargetKind][] = [
	[FILE, "file"],
	[/^\/api\/v1\/documents\/([^/]+?)(?:\/download)?$/, "document"],
	[/^\/documents\/([^/]+?)(?:\/download)?$/, "document"],
	[/^\/articles\/([^/]+)$/, "article"],
];
/**
 * Matches paths that exist without any text: the home page, the lists of articles and documents, and the API. leadOf
 * tests the API's files and documents (NAMED) before.
 */
const ALWAYS = /^\/(?:articles|documents)?$|^\/api\//;

/**
 * Returns where an address leads; one that neither begins with "/" nor names one of our hosts is `outside`. Query and
 * fragment are ignored. Undefined for an address that cannot be decoded.
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
	// The service's own host has only the API and the pages behind sign-in.
	if (ALWAYS.test(path) || (own === base && base !== origin)) return { kind: "always" };
	return { kind: "page", key: path.slice(1) };
}

const isUnder = (address: string, host: string): boolean =>
	address.startsWith(host) && /^(?:[/?#]|$)/.test(address.slice(host.length));

/** Returns the path of an address in NFC, without a final slash; undefined when its escapes are broken. */
function decodedPath(address: string): string | undefined {
	const path = address.replace(/[?#].*$/s, "");
	try {
		return withoutEnd(decodeURIComponent(path).normalize("NFC"), /\//) || "/";
	} catch {
		return undefined;
	}
}

/**
 * Matches where an address begins: in an attribute, in a link in Markdown, or at the start; not inside another address.
 */
const BEGINS = String.raw`(?<=^|\s(?:src|href|poster|cite)=["']?|\]\(<?|\]:\s*<?)`;
const FILE_ADDRESS = String.raw`/api/v1/attachments/([a-z2-7]{26})/([^\s"'<>()?#[\]\\]+)`;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns `text`, Markdown or HTML, with the address of every file of the media library replaced by what `file`
 * returns.
 */
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
 * Returns rendered HTML for a preview: addresses of files replaced by what `file` returns, links from the root leading
 * to the website, and every link opening in a new tab, because the edits behind the preview may be unsaved.
 */
export const previewHtml = (html: string, hosts: Hosts, file: (ref: FileRef) => string): string =>
	mapFiles(
		withoutSources(html).replace(SITE_LINK, (_, before: string) => `${before}${hosts.origin}/`),
		hosts.base,
		file,
	).replace(LEADS_AWAY, '<a target="_blank" rel="noopener" ');
