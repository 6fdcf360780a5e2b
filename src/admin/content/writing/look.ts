import type { Ask } from "#auth/route.ts";
import { websiteIsTold } from "#db/content/live.ts";
import { heldPictures } from "#db/content/release-holds.ts";
import { readRows } from "#db/read.ts";
import { FILE_ID, filesIn } from "#domain/content/content/files.ts";
import { fineIn } from "#domain/content/content/fine.ts";
import type { Check } from "#domain/content/content/known.ts";
import { formDigest } from "#platform/form-digest.ts";
import type { FormState } from "#ui/form-state.ts";
import { renderedText, Written } from "./rendered-text.ts";

/** What there is to look at before a text is public as it was sent. */
export type Look = {
	/** Says which text was looked at: the press that publishes it anyway names it. */
	digest: string;
	checks: Check[];
	/** What needs no look, in words. */
	fine: string[];
	/** The website is told of changes. */
	isTold: boolean;
};

/** The fields on which a look depends. */
const { kind: _, ...SHOWN } = Written.shape;
export const LOOKED_AT = [...Object.keys(SHOWN), "type", "releases", "nobody_shown"];

/**
 * Looks at the text of an editor's form before it becomes public; `checked` is the digest of the text that was looked at
 * before, "" when none was, and undefined when the press does not ask. Returns null when nothing keeps the text from being
 * public: nobody asks, this same text was looked at, or there is nothing to look at.
 */
export async function lookFirst(
	ask: Pick<Ask, "c" | "env">,
	{ checked, values }: { checked: string | undefined; values: FormState["values"] },
): Promise<Look | null> {
	if (checked === undefined) return null;
	const look = await lookAt(ask, values);
	return look.checks.length === 0 || look.digest === checked ? null : look;
}

/** Looks at the text of an editor's form. Refuses what `compose` refuses. */
export async function lookAt({ c, env }: Pick<Ask, "c" | "env">, values: FormState["values"]): Promise<Look> {
	const input = Written.parse(Object.fromEntries(LOOKED_AT.map((name) => [name, oneOf(values, name)])));
	const files = [...filesIn(input.body), ...[values.cover_id ?? [], values.files ?? []].flat()].filter((id) =>
		FILE_ID.test(id),
	);
	const [{ checked, checks }, [held, [told]]] = await Promise.all([
		renderedText({ c, env }, input),
		readRows(env.DB, heldPictures({ files }), websiteIsTold()),
	]);
	const consent = [
		...held.map(({ filename }) => ({
			kind: "release.picture",
			words: "有圖片的同意書今天不適用於官網。請換掉圖片，或請對方重新同意，否則不能發布。",
			excerpt: filename,
		})),
		...withoutRelease(values),
	];
	return {
		digest: digestOf(env, values),
		checks: [...consent, ...checks],
		fine: [...fineIn(checked, checks), ...(files.length > 0 && held.length === 0 ? ["圖片的同意書都適用於官網"] : [])],
		isTold: told?.is_told === 1,
	};
}

const oneOf = (values: FormState["values"], name: string): string | undefined => [values[name] ?? []].flat()[0];

/** A form without the field for releases is of a page. */
const withoutRelease = (values: FormState["values"]): Check[] =>
	oneOf(values, "type") === "story" && oneOf(values, "releases") === "" && oneOf(values, "nobody_shown") !== "1"
		? [
				{
					kind: "release.missing",
					words: "病友故事沒有選同意書，也沒有勾選「沒有可辨識的人」。新的故事要有其中一項才能發布。",
				},
			]
		: [];

/** Browsers send line ends as CRLF, scripts as LF: the text is the same. */
const digestOf = (keys: Ask["env"], values: FormState["values"]): string =>
	formDigest(keys, {
		fields: Object.fromEntries(LOOKED_AT.map((name) => [name, [(oneOf(values, name) ?? "").replace(/\r\n?/g, "\n")]])),
		files: {},
	});
