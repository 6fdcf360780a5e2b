import type { Notes } from "../read/notes.ts";
import { type Parameters, readParameters } from "../read/parameters.ts";

export type ShortcodeWords = {
	notes: Notes;
	/** Returns the picture of an attachment by its number. */
	picture: (id: string) => { src: string; alt: string } | undefined;
	/** Returns the numbers of the pictures that belong to the post, for a gallery that names none. */
	own: () => string[];
};

const NAME = String.raw`[a-z][\w-]*`;
const VALUES = String.raw`(?:\s+(?:[\w-]+\s*=\s*)?(?:"[^"]*"|'[^']*'|[^\s"'\]]+))*`;
/** A shortcode with what is between its marks, or one that stands alone. `[[name]]` is escaped. */
const PAIR = new RegExp(String.raw`(?<!\[)\[(${NAME})(${VALUES})\s*\]([\s\S]*?)\[\/\1\]`, "gi");
const ALONE = new RegExp(String.raw`(?<!\[)\[(${NAME})(${VALUES})\s*\/?\](?!\(|\])`, "gi");
const KEPT = /<pre\b[\s\S]*?<\/pre\s*>|<code\b[\s\S]*?<\/code\s*>|<!--[\s\S]*?-->|<[^<>]*>/gi;
const DEEPEST = 12;

/**
 * Turns the shortcodes of a body into HTML: captions, galleries, embedded addresses and players become what they stand
 * for. Of others with two marks the content stays, the rest is left as it stands; both are noted by their name.
 */
export function shortcodes(body: string, words: ShortcodeWords): string {
	const kept: string[] = [];
	// Captions hold HTML themselves, so they are read before tags are put aside.
	const captioned = pairs(body, words, new Set(["caption", "wp_caption"]));
	let text = captioned.replace(KEPT, (part) => `\ue000${kept.push(part) - 1}\ue001`);
	for (let depth = 0, before = ""; text !== before && depth < DEEPEST; depth++) {
		before = text;
		text = pairs(text, words, null);
	}
	text = text.replace(ALONE, (literal, name: string, values: string) => {
		const html = written(name, values, "", words);
		if (html === undefined) words.notes.add(literal, `shortcode [${name.toLowerCase()}] is left as it stands`);
		return html ?? literal;
	});
	return text.replace(/\ue000(\d+)\ue001/g, (_, index) => kept[Number(index)] ?? "");
}

const pairs = (body: string, words: ShortcodeWords, only: Set<string> | null): string =>
	body.replace(PAIR, (literal, name: string, values: string, inner: string) => {
		if (only && !only.has(name.toLowerCase())) return literal;
		const html = written(name, values, inner, words);
		if (html === undefined) words.notes.add(literal, `shortcode [${name.toLowerCase()}] is shown as its content`);
		return html ?? inner;
	});

/** Returns the HTML of a shortcode; undefined for one that is not known. */
function written(name: string, values: string, inner: string, words: ShortcodeWords): string | undefined {
	const parameters = readParameters(values);
	switch (name.toLowerCase()) {
		case "caption":
		case "wp_caption":
			return caption(parameters, inner);
		case "gallery":
			return gallery(parameters, words);
		case "embed":
			return `\n\n${inner.trim()}\n\n`;
		case "youtube": {
			const what = (inner.trim() || parameters.named.id) ?? parameters.named.url ?? parameters.positional[0];
			return what === undefined ? undefined : `\n\n${/^[\w-]{11}$/.test(what) ? `https://youtu.be/${what}` : what}\n\n`;
		}
		case "audio":
		case "video":
			return player(name.toLowerCase(), parameters);
		default:
			return undefined;
	}
}

function caption({ named }: Parameters, inner: string): string {
	const [, media = "", rest = ""] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? [];
	if (media === "") return inner;
	const text = rest.trim() || named.caption || "";
	return `\n\n<figure>${media}${text === "" ? "" : `<figcaption>${text}</figcaption>`}</figure>\n\n`;
}

function gallery({ named }: Parameters, { picture, own }: ShortcodeWords): string {
	const ids = (named.ids ?? named.include)?.split(",").map((id) => id.trim()) ?? own();
	const pictures = ids.flatMap((id) => picture(id) ?? []);
	const attribute = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
	return `\n\n${pictures.map(({ src, alt }) => `<figure><img src="${attribute(src)}" alt="${attribute(alt)}"></figure>`).join("\n\n")}\n\n`;
}

function player(tag: string, { named, positional }: Parameters): string | undefined {
	const src =
		["src", "mp4", "m4v", "webm", "ogv", "mp3", "m4a", "ogg", "wav"].map((key) => named[key]).find(Boolean) ??
		positional[0];
	return src && `\n\n<${tag} controls src="${src.replace(/"/g, "%22")}"></${tag}>\n\n`;
}
