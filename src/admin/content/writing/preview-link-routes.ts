import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { previewTitle } from "#db/content/previews.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import type { State } from "#domain/content/content/states.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keyOf, previewUrl } from "#domain/system/index.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { PREVIEW_MS, signPreview } from "#http/preview-token.ts";
import { timeWords } from "#ui/time.ts";
import { type EditorNoun, NOUNS } from "./nouns.ts";
import { noPreviewLinkPage, previewLinkPage } from "./preview-link-page.ts";

const PreviewQuery = z.strictObject({ link: z.literal("1").optional() });
const SETTING = keyOf("site", "PREVIEW_URL");

type Linked = { title: string; state: State; url: string };

/**
 * Makes the address at which anybody reads the stored text until PREVIEW_MS from now: on the website, in its own look,
 * when the setting PREVIEW_URL names such an address, otherwise on a page of this service. Undefined without such a
 * text.
 */
async function linkTo(
	kind: EditorNoun["kind"],
	{ env, params: { id }, at }: Pick<Ask<{ id: number }>, "env" | "params" | "at">,
): Promise<Linked | undefined> {
	const [[text], settings] = await readRows(env.DB, previewTitle(kind, id), selectSettings([SETTING]));
	if (!text) return undefined;
	const token = await signPreview(env.PREVIEW_KEY, { kind, id }, at);
	const pattern = parseSettings("site", settings).PREVIEW_URL || env.PREVIEW_URL;
	const url = pattern
		? previewUrl(pattern, { type: kind, id, token })
		: readConfig(env).PUBLIC_BASE_URL + paths.preview.show(kind, id, token);
	return { ...text, url };
}

/**
 * Builds the route of the editor's button 官網預覽, which goes on to the stored text as its readers will see it, and of 預覽連結
 * (`?link=1`), which shows that address to send on. Both only sign an address and store nothing.
 */
const preview = ({ kind, gate, places }: EditorNoun): Route =>
	view({
		path: places.preview(":id"),
		gate,
		params: IdParams,
		query: PreviewQuery,
		show: async (ask) => {
			const text = await linkTo(kind, ask);
			if (!text) return "missing";
			const { title, state, url } = text;
			const back = places.show(ask.params.id);
			if (state === "trashed") return noPreviewLinkPage({ title, back });
			if (ask.query.link === undefined) return { to: url };
			return previewLinkPage({ title, url, until: timeWords(ask.at + PREVIEW_MS), back });
		},
	});

export const PREVIEW_LINK_ROUTES: readonly Route[] = [NOUNS.article, NOUNS.page].map(preview);
