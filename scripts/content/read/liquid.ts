import { outsideCode } from "../code.ts";
import { fencedCode } from "./fences.ts";
import { isValues, type Value, type Values } from "./front-matter.ts";
import type { Notes } from "./notes.ts";
import { figure, imageOf, readParameters, video, wordsOf } from "./parameters.ts";

/** The data that template tags may look up. */
export type LiquidContext = {
	page: Values;
	site: Values;
	/** Returns the text of an included file, when it is plain text. */
	include: (name: string) => string | undefined;
	/** Returns the path of the post that `{% post_url name %}` or Hexo's `{% post_link name %}` names. */
	post: (name: string) => string | undefined;
	notes: Notes;
	/** The file is HTML, so nothing in it is a Markdown code block. */
	isHtml: boolean;
};

const RAW = /\{%-?\s*raw\s*-?%\}\n?([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g;
const COMMENT = /\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}|\{#[\s\S]*?#\}/g;
const CODE = /\{%-?\s*(highlight|codeblock|code)\b([^%]*)%\}\n?([\s\S]*?)\n?[ \t]*\{%-?\s*end\1\s*-?%\}/g;
const CAPTURE = /\{%-?\s*capture\s+['"]?([\w-]+)['"]?\s*-?%\}([\s\S]*?)\{%-?\s*endcapture\s*-?%\}/g;
const TAG = /\{%-?\s*([\w-]+)((?:"[^"]*"|'[^']*'|[^"'%]|%(?!\}))*?)-?%\}|\{\{-?((?:"[^"]*"|'[^']*'|[^}])*?)-?\}\}/g;

/** Control tags, which show nothing themselves; the text between them stays. */
const SILENT = new Set(
	(
		"if elsif elseif else endif unless endunless for endfor case when endcase assign set endset capture endcapture cycle break " +
		"continue increment decrement tablerow endtablerow layout extends block endblock paginate endpaginate macro endmacro " +
		"import from endhighlight note endnote cq endcq centerquote endcenterquote blockquote endblockquote quote endquote pullquote " +
		"endpullquote alert endalert tip endtip hideToggle endhideToggle tabs endtabs endtab toc seo feed_meta comment endcomment " +
		"endraw raw include_cached_end more"
	).split(" "),
);

/**
 * Turns a body with Liquid (Jekyll, Eleventy) or Hexo's tags into readable text: known tags are replaced by their
 * content (links to posts, pictures, code, values of the page and site), control tags are removed, all others stay as
 * they are. Removed and remaining tags are noted.
 */
export function liquid(body: string, context: LiquidContext): string {
	const kept: string[] = [];
	const keep = (text: string): string => `\ue000${kept.push(text) - 1}\ue001`;
	const restore = (text: string): string =>
		text.replace(/\ue000(\d+)\ue001/g, (_, index) => restore(kept[Number(index)] ?? ""));
	const variables = new Map<string, string>();

	const prepared = body
		.replace(RAW, (_, inner) => keep(inner))
		.replace(COMMENT, "")
		.replace(CODE, (_, _name, rest, inner) => `${keep(fencedCode(inner, languageOf(rest)))}`);
	const inText = context.isHtml ? (text: string, change: (text: string) => string) => change(text) : outsideCode;
	const captured = inText(prepared, (text) =>
		text.replace(CAPTURE, (whole, name, inner) => {
			const isShown = new RegExp(`\\{\\{-?\\s*${name}\\b`).test(body);
			if (isShown) variables.set(name, inner);
			return isShown ? "" : whole;
		}),
	);
	const write = (text: string, depth: number): string =>
		text.replace(TAG, (literal, name: string | undefined, rest: string, output: string | undefined) => {
			if (name === undefined) return outputOf(literal, output ?? "", context, variables);
			return tagText({ literal, name, rest: rest.trim() }, context, (inner) =>
				depth < 5 ? write(inner, depth + 1) : inner,
			);
		});
	const written = inText(captured, (text) => write(text, 0));
	return restore(written.replace(ALONE, "").replaceAll(GONE, ""));
}

/** The mark of a removed tag; a line that held nothing else is removed, too. */
const GONE = "\ue002";
const ALONE = /^[ \t]*\ue002(?:[ \t]*\ue002)*[ \t]*\n/gm;

const languageOf = (parameters: string): string => /(?:lang:)?([\w+#-]+)/.exec(parameters.trim())?.[1] ?? "";

type Tag = { literal: string; name: string; rest: string };

function tagText(tag: Tag, context: LiquidContext, write: (text: string) => string): string {
	const { literal, name, rest } = tag;
	if (SILENT.has(name)) return silent(tag, context);
	const known = TAGS[name]?.(rest, context, write);
	if (known !== undefined) return known;
	context.notes.add(literal, `template tag {% ${name} %} is left as text`);
	return literal;
}

/** Removes a control tag but keeps its words: `{% note info 請注意 %}`, `{% blockquote 某人 %}`. */
function silent({ literal, name, rest }: Tag, context: LiquidContext): string {
	const hasWords = /^(?:note|cq|blockquote|quote|pullquote|alert|tip|hideToggle|tabs)$/.test(name);
	const words = hasWords
		? wordsOf(readParameters(rest)).filter(
				(word) => !/^(?:info|success|warning|danger|default|primary|no-icon)$/.test(word),
			)
		: [];
	if (!/^(?:end|else|elsif|when)/.test(name))
		context.notes.add(literal, `template tag {% ${name} %} is left out: what stands inside is kept`);
	return words.length > 0 ? `**${words.join(" ")}**\n\n` : GONE;
}

type TagWriter = (rest: string, context: LiquidContext, write: (text: string) => string) => string | undefined;

const postLink: TagWriter = (rest, context) => {
	const [name = "", ...title] = readParameters(rest).positional;
	const path = context.post(name);
	return path === undefined ? undefined : `[${title.join(" ") || name}](/${encodeURI(path)})`;
};
const include: TagWriter = (rest, context, write) => {
	const [, name = "", parameters = ""] = /^['"]?([^\s'"]+)['"]?\s*([\s\S]*)$/.exec(rest) ?? [];
	const given = readParameters(parameters);
	const src = imageOf(given);
	if (src !== undefined) {
		const { alt = "", caption = given.named.title ?? "", link } = given.named;
		return figure({ src, alt: alt || caption, caption, link });
	}
	const id = given.named.id ?? given.named.videoid ?? given.named.youtubeid ?? given.positional[0];
	if (/you-?tube|vimeo|video/i.test(name) && id !== undefined && /^[\w-]+$/.test(id))
		return video(/vimeo/i.test(name + parameters) ? "vimeo" : "youtube", id);
	const words = wordsOf({ positional: [], named: given.named });
	if (words.length > 0) return words.join("\n\n");
	const text = context.include(name);
	return text === undefined ? undefined : write(text);
};
const gist: TagWriter = (rest) => {
	const id = readParameters(rest).positional[0];
	return id && `<https://gist.github.com/${id}>`;
};
const image: TagWriter = (rest) => {
	const given = readParameters(rest);
	const src = imageOf(given);
	if (src === undefined) return undefined;
	const alt =
		given.named.alt ?? given.positional.filter((word) => word !== src && /[^\x21-\x7e]|[a-z]{3}/i.test(word)).join(" ");
	return figure({ src, alt, caption: "" });
};

const TAGS: Record<string, TagWriter> = {
	post_url: (rest, context) => {
		const path = context.post(rest);
		return path === undefined ? undefined : `/${encodeURI(path)}`;
	},
	link: (rest) => (/^[^\s{]+\.\w+$/.test(rest) ? `/${encodeURI(rest.replace(/^\//, ""))}` : undefined),
	post_link: postLink,
	post_path: (rest, context) => TAGS.post_url?.(rest, context, (text) => text),
	include,
	include_relative: include,
	include_cached: include,
	gist,
	image,
	img: image,
	picture: image,
	asset_img: image,
	asset_path: (rest) => rest,
	asset_link: (rest) => {
		const [file = "", ...title] = readParameters(rest).positional;
		return `[${title.join(" ") || file}](${encodeURI(file)})`;
	},
	youtube: (rest) => player("youtube", rest),
	vimeo: (rest) => player("vimeo", rest),
	tab: (rest) => `\n**${rest.replace(/@\S+/, "")}**\n`,
	fold: (rest) => `\n**${wordsOf(readParameters(rest)).join(" ")}**\n`,
	endfold: () => "",
};

function player(service: "youtube" | "vimeo", rest: string): string | undefined {
	const id = /(?:^|[/=])([\w-]{6,})(?:$|[?&'" ])/.exec(rest.trim())?.[1];
	return id && video(service, id);
}

const IDENTITY = new Set([
	"relative_url",
	"absolute_url",
	"escape",
	"xml_escape",
	"strip",
	"url",
	"markdownify",
	"safe",
	"cgi_escape",
	"uri_escape",
	"normalize_whitespace",
]);

/** Replaces `{{ … }}` when it is a text, a value of the page or the site, or a captured text; anything else stays. */
function outputOf(literal: string, expression: string, context: LiquidContext, variables: Map<string, string>): string {
	const [head = "", ...filters] = expression.split("|").map((part) => part.trim());
	const onlyKnown = filters.every(
		(filter) => IDENTITY.has(filter) || /^(?:prepend|append)\s*:\s*site\.(?:baseurl|url)$/.test(filter),
	);
	const value = onlyKnown ? lookUp(head, context, variables) : undefined;
	if (value !== undefined) return filters.includes("markdownify") ? `\n\n${value}\n\n` : value;
	context.notes.add(literal, `template value {{ ${head} }} is left as text`);
	return literal;
}

function lookUp(name: string, context: LiquidContext, variables: Map<string, string>): string | undefined {
	const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(name);
	if (quoted) return quoted[1] ?? quoted[2];
	if (/^site\.(?:baseurl|base_url|url|github\.url)$/.test(name)) return "";
	const captured = variables.get(name);
	if (captured !== undefined) return captured;
	const [where, ...keys] = name.split(".");
	const from = where === "page" ? context.page : where === "site" ? context.site : undefined;
	let value: Value | undefined = from;
	for (const key of keys) value = isValues(value) ? (value[key] ?? value[key.toLowerCase()]) : undefined;
	return typeof value === "string" && value !== "" ? value : undefined;
}
