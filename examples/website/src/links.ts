import type { Site } from "bingyou-client";
import { asIs, type Html } from "./html.ts";

export const articlePath = (slug: string): string => `/articles/${encodeURIComponent(slug)}`;
export const documentPath = (slug: string): string => `/documents/${encodeURIComponent(slug)}`;
export const announcementPath = (slug: string): string => `/announcements/${encodeURIComponent(slug)}`;
export const pagePath = (path: string): string => `/${path.split("/").map(encodeURIComponent).join("/")}`;

/** An address of this website without its origin, so that the same page works at any address. */
export function local(address: string, { url }: Pick<Site, "url">): string {
	if (address === url) return "/";
	return address.startsWith(`${url}/`) ? address.slice(url.length) : address;
}

/** A text of the service: its links to this website are local, and wide tables can be moved sideways. */
export function prose(markup: string, { url }: Pick<Site, "url">): Html {
	return asIs(
		markup
			.replaceAll(`href="${url}/`, 'href="/')
			.replaceAll(`href="${url}"`, 'href="/"')
			.replaceAll("<table", '<div class="wide" role="region" aria-label="表格" tabindex="0"><table')
			.replaceAll("</table>", "</table></div>"),
	);
}

/** The address of a list with these parameters; those without a value are left out. */
export function listPath(path: string, parameters: Record<string, string | number | null | undefined>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, String(value));
	return query.size > 0 ? `${path}?${query}` : path;
}
