import xss from "xss";
import { balance } from "./balance.ts";
import { FIGURE_SIZES } from "./figures.ts";
import { PLAYERS } from "./players.ts";
import { safeUrl } from "./url.ts";

/**
 * The elements that a text may contain, with their attributes. The tags of others are removed, replaced (AS_DIV) or,
 * when they are not HTML, shown as text; their text stays (SECURITY, "Requests").
 */
const ALLOWED: Record<string, string[]> = {};
const allow = (tags: string, ...attributes: string[]): void => {
	for (const tag of tags.split(" ")) ALLOWED[tag] = [...attributes, "title", "lang", "dir"];
};
allow("p br hr div span strong b em i u s small mark sub sup kbd samp var cite dfn abbr q bdi bdo ruby rt rp pre wbr");
allow("ul dl dt dd table caption thead tbody tfoot tr figure figcaption summary address");
allow("h1 h2 h3 h4 h5 h6", "id");
allow("sup", "id");
allow("li", "id", "value");
allow("ol", "start", "reversed");
allow("code figure", "class");
allow("blockquote del ins", "cite", "datetime");
allow("time", "datetime");
allow("details", "open");
allow("col colgroup", "span");
allow("th td", "align", "colspan", "rowspan", "scope");
allow("a", "href", "target");
allow("img", "src", "alt", "width", "height", "loading");
allow("video", "src", "poster", "width", "height", "controls");
allow("audio", "src", "controls");
allow("source", "src", "type");
allow("iframe", "src", "width", "height", "allowfullscreen");

const words = (list: string): Set<string> => new Set(list.split(" "));
/** Block elements that are replaced by a plain <div>, so that their words do not run together. */
const AS_DIV = words(
	"article aside center dialog dir fieldset footer form header hgroup legend main menu nav option search section noframes",
);
/**
 * Elements whose tags are removed while their text stays. A name that is not HTML is an author's text, such as
 * List<String>, and is shown.
 */
const DROPPED = words(
	"acronym animate applet area base basefont big blink body button canvas circle clippath data datalist defs desc " +
		"ellipse embed filter font foreignobject frame frameset g head html image input isindex keygen label line " +
		"lineargradient link listing map marquee math menuitem meta meter nobr noembed noscript object optgroup output param " +
		"path pattern picture plaintext polygon polyline portal progress radialgradient rect script select set slot stop " +
		"strike style svg symbol template text textarea textpath title track tspan tt use view xmp",
);
const FRAMES = new RegExp(
	`^(?:${Object.entries(PLAYERS)
		.map(([origin, path]) => (origin + path).replaceAll(".", "\\."))
		.join("|")})[\\w-]+(?:\\?[^#]*)?$`,
);
const URLS = words("href src cite poster");
const VALUES: Record<string, RegExp> = {
	align: /^(?:left|center|right)$/i,
	colspan: /^\d{1,3}$/,
	datetime: /^[\dTZ:+. -]{1,40}$/,
	dir: /^(?:ltr|rtl|auto)$/i,
	height: /^\d{1,5}$/,
	lang: /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/,
	loading: /^(?:lazy|eager)$/,
	rowspan: /^\d{1,3}$/,
	scope: /^(?:col|row|colgroup|rowgroup)$/,
	span: /^\d{1,3}$/,
	start: /^-?\d{1,9}$/,
	target: /^_blank$/,
	type: /^(?:audio|video)\/[\w.+-]+$/,
	value: /^-?\d{1,9}$/,
	width: /^\d{1,5}$/,
};
/** The classes that an element may have. */
const CLASSES: Record<string, RegExp> = {
	code: /^language-[\w+#.-]+$/,
	figure: new RegExp(`^(?:${FIGURE_SIZES.join("|")})$`),
};
const BARE = words("allowfullscreen controls open reversed");

const escapeText = (text: string): string => text.replace(/</g, "&lt;").replace(/>/g, "&gt;");
const escapeQuotes = (text: string): string => escapeText(text.replace(/"/g, "&quot;"));

const options = {
	allowList: ALLOWED,
	css: false,
	stripBlankChar: true,
	escapeHtml: escapeText,
	onTagAttr: (tag: string, name: string, value: string, isAllowed: boolean) =>
		isAllowed ? attribute(tag, name, decode(value)) : "",
	onIgnoreTag: (tag: string, html: string, { isClosing }: { isClosing?: boolean }) => {
		if (AS_DIV.has(tag)) return isClosing ? "</div>" : "<div>";
		return DROPPED.has(tag) || /^(?:!doctype|\?)/.test(tag) ? "" : escapeText(html);
	},
};
const withMedia = (of: typeof options) => ({
	...of,
	onTag: (tag: string, html: string, { isClosing }: { isClosing?: boolean }) => {
		if (tag === "iframe") return isClosing ? "" : frame(xss(html, of));
		if (tag === "img") return isClosing ? "" : image(xss(html, of));
		return undefined;
	},
});
const PUBLIC = withMedia(options);
const PREVIEW = withMedia({
	...options,
	onTagAttr: (tag, name, value, isAllowed) =>
		name === "data-line" && /^\d{1,7}$/.test(value)
			? `${name}="${value}"`
			: options.onTagAttr(tag, name, value, isAllowed),
});

/**
 * Returns HTML that cannot run scripts, load a page, ask for input or leave its place: only the elements and attributes
 * listed above, every tag closed where it was opened. The text of removed elements stays, except what readers never saw
 * (script, style, comments). A frame of another site becomes a link to it.
 */
export const sanitize = (html: string): string => balance(xss(dropInvisible(html), PUBLIC));

/** The same for a preview, whose blocks keep the line at which they begin (./lines.ts). */
export const sanitizePreview = (html: string): string => balance(xss(dropInvisible(html), PREVIEW));

/**
 * Removes script and style elements with their content, the tags of drawings and formulas (svg, math) but not their
 * text, and tags of over 8,000 characters, because the filter's time grows with the square of a tag's length.
 */
function dropInvisible(html: string): string {
	const spoken = withoutPairs(html, /<(script|style)\b[^<>]*>/gi, () => "");
	return withoutPairs(spoken, /<(svg|math)\b[^<>]*>/gi, (drawing) => drawing.replace(/<[^<>]*>/g, " ")).replace(
		/<[a-z][^<>]{8000,}>/gi,
		"",
	);
}

/**
 * Replaces every element that an `opening` tag begins, up to its end tag, by what `kept` returns; an unclosed one
 * stays.
 */
function withoutPairs(html: string, opening: RegExp, kept: (element: string) => string): string {
	/**
	 * The names whose end tag was searched and not found: searching again from each opening would take quadratic time.
	 */
	const unclosed = new Set<string>();
	let [out, from] = ["", 0];
	for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
		const name = tag[1]?.toLowerCase() ?? "";
		if (unclosed.has(name)) continue;
		const closing = new RegExp(`</${name}\\s*>`, "gi");
		closing.lastIndex = opening.lastIndex;
		if (closing.exec(html)) {
			out += html.slice(from, tag.index) + kept(html.slice(tag.index, closing.lastIndex));
			from = closing.lastIndex;
			opening.lastIndex = from;
		} else unclosed.add(name);
	}
	return out + html.slice(from);
}

/**
 * Returns an attribute in its safe form: `name="value"`, the name alone for those that need no value, or "" when the
 * value is not allowed.
 */
function attribute(tag: string, name: string, value: string): string {
	if (BARE.has(name)) return name;
	if (URLS.has(name)) {
		const url = safeUrl(value);
		return url ? `${name}="${escapeQuotes(url.replace(/&/g, "&amp;"))}"` : "";
	}
	if (name === "target") return value === "_blank" ? 'target="_blank" rel="noopener"' : "";
	const rule = name === "class" ? CLASSES[tag] : VALUES[name];
	if (rule && !rule.test(value)) return "";
	return `${name}="${escapeQuotes(value.replace(/&(?![a-z][a-z0-9]*;)/gi, "&amp;"))}"`;
}

/**
 * Returns a frame of a video service with its safe attributes; one of another site becomes a link, so that readers
 * still find what it showed; one without an address is removed.
 */
function frame(tag: string): string {
	const src = / src="(?:https?:)?(\/\/[^"]*)"/.exec(tag)?.[1];
	if (src === undefined) return "";
	const url = `https:${src}`;
	if (!FRAMES.test(url)) return `<a href="${url}">${url}</a>`;
	const rest = tag
		.replace(/^<iframe/, "")
		.replace(/ src="[^"]*"/, "")
		.replace(/ ?\/?>$/, "");
	return `<iframe src="${url}"${rest}${/ title="/.test(rest) ? "" : ' title="影片"'}></iframe>`;
}

/** Returns an image, or its alternative text when it has no address that may be loaded. */
function image(tag: string): string {
	if (/ src="/.test(tag)) return tag;
	return / alt="([^"]*)"/.exec(tag)?.[1] ?? "";
}

const NAMED: Record<string, string> = {
	amp: "&",
	apos: "'",
	colon: ":",
	gt: ">",
	lpar: "(",
	lt: "<",
	newline: "\n",
	quot: '"',
	rpar: ")",
	sol: "/",
	tab: "\t",
};

/** Returns an attribute's text with its references decoded, also numbers without a semicolon, as a browser does. */
function decode(value: string): string {
	return value.replace(/&(?:#(\d+);?|#x([0-9a-f]+);?|([a-z]+);)/gi, (whole, decimal, hexadecimal, name) => {
		if (name) return NAMED[name.toLowerCase()] ?? whole;
		const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal, 16);
		return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
	});
}
