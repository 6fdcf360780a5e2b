import { Facet } from "@codemirror/state";
import { safeUrl } from "#domain/content/content/url.ts";
import { staffFile } from "#ui/islands/client/writing/dom.ts";
import type { Uploads } from "#ui/islands/client/writing/uploads.ts";
import type { StoredFile } from "#ui/islands/parts.ts";
import { readWords } from "./picture-syntax.ts";

/** Where pictures come from: the address of the media library, what is being uploaded, and how a file is stored. */
export type Pictures = { media: string; uploads: Uploads; upload: (file: File) => Promise<StoredFile | null> };

export const pictures = Facet.define<Pictures, Pictures | null>({ combine: ([first]) => first ?? null });

/** Returns an address as it stands in the text, without its marks. */
export const addressIn = (source: string): string => readWords(source.replace(/^<(.*)>$/s, "$1")).text;

/**
 * Returns the address where the present user sees a picture: files of ours are not public before the text is. Null for
 * an address that no picture may have.
 */
export function shownAt(address: string, media: string): string | null {
	const safe = safeUrl(address);
	if (!safe || !/^(?:https?:|\/)/i.test(safe)) return null;
	const [, id = "", name = ""] = FILE.exec(safe) ?? [];
	return id ? staffFile(media, { id, filename: decoded(name) }) : safe;
}

/** A file of the media library, as texts name it. */
const FILE = /^\/api\/v1\/attachments\/([a-z2-7]{26})\/([^?#/]+)/;

function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
