/** The parameters of a template tag or a shortcode: `figure.html src="a.jpg" caption='…' 3`. */
export type Parameters = { positional: string[]; named: Record<string, string> };

const TOKEN = /(?:([\w:.-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|“([^”]*)”|([^\s"'`=]+))/g;

/** Reads the parameters of a template tag or a shortcode; names become lower case, quotes are removed. */
export function readParameters(source: string): Parameters {
	const parameters: Parameters = { positional: [], named: {} };
	for (const [, name, double, single, raw, curly, bare] of source.matchAll(TOKEN)) {
		const value =
			double?.replace(/\\(["\\])/g, "$1") ?? single?.replace(/\\(['\\])/g, "$1") ?? raw ?? curly ?? bare ?? "";
		if (name === undefined) parameters.positional.push(value);
		else parameters.named[name.toLowerCase()] = value;
	}
	return parameters;
}

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:[?#].*)?$/i;
const SOURCE_NAMES = ["src", "image", "image_path", "img", "url", "file", "path", "filename", "name"];
/** The names of parameters whose value is visible to readers. */
const TEXT_NAMES = new Set(
	"title caption alt text content label summary description desc header heading message author quote cite attribution note body name term question answer".split(
		" ",
	),
);

/** Returns the address of the image among the parameters, if there is one. */
export function imageOf({ positional, named }: Parameters): string | undefined {
	const candidates = [...SOURCE_NAMES.map((name) => named[name]), ...positional];
	return candidates.find((value) => value !== undefined && IMAGE.test(value));
}

/**
 * Returns the parameters that are words for readers, recognised by their name, or by containing a space or a character
 * beyond ASCII.
 */
export function wordsOf({ positional, named }: Parameters): string[] {
	const words = Object.entries(named).filter(([name, value]) => TEXT_NAMES.has(name) || /[^\x21-\x7e]/.test(value));
	return [...positional, ...words.map(([, value]) => value)].filter((value) => value.trim() !== "");
}

/** Writes the Markdown of an image; with a caption it becomes a figure. */
export function figure(image: { src: string; alt: string; caption: string; link?: string | undefined }): string {
	const { src, alt, caption, link } = image;
	const picture = `![${alt.replace(/([[\]])/g, "\\$1")}](${/[\s()]/.test(src) ? `<${src}>` : src})`;
	const linked = link ? `[${picture}](${link})` : picture;
	return caption ? `\n\n<figure>\n\n${linked}\n\n<figcaption>\n\n${caption}\n\n</figcaption>\n</figure>\n\n` : linked;
}

/** Writes the player of a video service for a video's id. */
export function video(service: "youtube" | "vimeo", id: string): string {
	const src =
		service === "youtube" ? `https://www.youtube-nocookie.com/embed/${id}` : `https://player.vimeo.com/video/${id}`;
	return `<iframe src="${src}" width="560" height="315" title="${service === "youtube" ? "YouTube" : "Vimeo"}" allowfullscreen></iframe>`;
}
