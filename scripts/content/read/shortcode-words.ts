import { fencedCode } from "./fences.ts";
import { isValues, type Value, type Values } from "./front-matter.ts";
import type { Notes } from "./notes.ts";
import { figure, imageOf, type Parameters, video } from "./parameters.ts";
import { textOf } from "./values.ts";

export type ShortcodeContext = {
	page: Values;
	site: Values;
	/** Returns the text of a file that a shortcode inserts, when it is in the folder. */
	include: (path: string) => string | undefined;
	notes: Notes;
};

type Use = { literal: string; parameters: Parameters; inner: string | null; context: ShortcodeContext };
type Writer = (use: Use) => string | undefined;

/** The names of layout shortcodes, which have no words of their own: only their content is kept. */
export const LAYOUT_SHORTCODES = new Set(
	"toc clear br spacer hr pagebreak columns column row col grid center rawhtml raw html div span lead justify cards steps tabs".split(
		" ",
	),
);

const first = ({ named, positional }: Parameters, ...names: string[]): string | undefined =>
	names.map((name) => named[name]).find((value) => value !== undefined) ?? positional[0];

const picture: Writer = ({ parameters, inner }) => {
	const { named } = parameters;
	const src = named.src ?? imageOf(parameters) ?? parameters.positional[0];
	if (src === undefined) return undefined;
	const caption = [named.title, named.caption ?? named.figcaption ?? inner?.trim(), named.attr]
		.filter(Boolean)
		.join("　");
	return figure({ src, alt: named.alt ?? caption, caption, link: named.link });
};

const movie =
	(service: "youtube" | "vimeo"): Writer =>
	({ parameters }) => {
		const id = first(parameters, "id", "videoid");
		return id && /^[\w-]+$/.test(id) ? `\n${video(service, id)}\n` : undefined;
	};

const code: Writer = ({ parameters, inner }) =>
	inner === null
		? undefined
		: fencedCode(inner, /^[\w+#-]+$/.exec(first(parameters, "lang", "language") ?? "")?.[0] ?? "");

const details: Writer = ({ parameters, inner }) =>
	inner === null
		? undefined
		: `\n<details>\n<summary>${first(parameters, "summary", "title") ?? "…"}</summary>\n\n${inner.trim()}\n\n</details>\n`;

const player =
	(tag: "video" | "audio"): Writer =>
	({ parameters }) => {
		const src = first(parameters, "src", "url", "mp4", "webm");
		return src && `<${tag} controls src="${src.replace(/"/g, "%22")}"></${tag}>`;
	};

const link =
	(address: (parameters: Parameters) => string | undefined): Writer =>
	({ parameters }) => {
		const url = address(parameters);
		return url && `<${url}>`;
	};

const put: Writer = ({ literal, parameters, context }) => {
	const path = first(parameters, "file", "path", "src") ?? "";
	const text = context.include(path);
	if (text === undefined) context.notes.add(literal, `the file ${path} that a shortcode puts in is not in the site`);
	return text ?? literal;
};

const value: Writer = ({ parameters, context }) => {
	const keys = (parameters.positional[0] ?? "").toLowerCase().split(".");
	const look = (from: Value | undefined): string | null => {
		const last = keys.slice(0, -1).reduce<Value | undefined>((at, key) => (isValues(at) ? at[key] : undefined), from);
		return isValues(last) ? textOf(last, keys.at(-1) ?? "") : null;
	};
	return look(context.page) ?? look(lowered(context.page.params)) ?? look(lowered(context.site.params)) ?? undefined;
};
const lowered = (from: Value | undefined): Values =>
	isValues(from) ? Object.fromEntries(Object.entries(from).map(([key, item]) => [key.toLowerCase(), item])) : {};

const reference: Writer = ({ parameters }) => first(parameters, "path")?.replace(/ /g, "%20");

/** Writers for Hugo's own shortcodes, and for those that many themes share. */
export const KNOWN_SHORTCODES: Record<string, Writer> = {
	figure: picture,
	img: picture,
	image: picture,
	imgproc: picture,
	picture,
	youtube: movie("youtube"),
	"youtube-lite": movie("youtube"),
	vimeo: movie("vimeo"),
	highlight: code,
	"code-toggle": code,
	code,
	codeblock: code,
	mermaid: ({ inner }) => (inner === null ? undefined : fencedCode(inner, "mermaid")),
	details,
	expand: details,
	collapse: details,
	spoiler: details,
	video: player("video"),
	audio: player("audio"),
	gist: link(({ positional: [user, id] }) => user && id && `https://gist.github.com/${user}/${id}`),
	tweet: link((p) => `https://x.com/${p.named.user ?? "i"}/status/${first(p, "id") ?? ""}`),
	x: link((p) => `https://x.com/${p.named.user ?? "i"}/status/${first(p, "id") ?? ""}`),
	instagram: link((p) => first(p, "id") && `https://www.instagram.com/p/${first(p, "id")}/`),
	ref: reference,
	relref: reference,
	param: value,
	include: put,
	readfile: put,
	"read-file": put,
	md: put,
};
