import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { currentTexts, storedText, textRows } from "#db/people/consent-texts.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { TextForm } from "#domain/people/privacy/form.ts";
import { publishText } from "#domain/people/privacy/text-actions.ts";
import { CONSENT_TEXTS, TEXT_KINDS, TEXT_NAMES, type TextKind, textOf } from "#domain/people/profiles/consent-texts.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { agreementList } from "./privacy-agreements-list.ts";
import { textPage, textsPage, versionPage } from "./privacy-texts-pages.ts";

const { privacy } = paths.admin.members;
const gate = "members_manage";
const KindParams = z.strictObject({ kind: z.enum(TEXT_KINDS) });

const texts = pageWithForms({
	path: privacy.texts(),
	gate,
	page: async ({ env, surroundings }) => {
		const [versions, stored] = await readRows(env.DB, textRows(), currentTexts());
		return textsPage({ versions, stored, association: surroundings.fullName });
	},
});

/** Reads a text with what its form begins with: its words of today, or those that ship, with what the settings say. */
async function pageOf({ env, at, params: { kind }, surroundings }: Ask<{ kind: TextKind }>) {
	const [versions, stored, settings] = await readRows(
		env.DB,
		textRows(),
		currentTexts(),
		selectSettings(keysOf("association")),
	);
	const { fullName: association } = surroundings;
	const { data_processor: processor, data_region: region } = parseSettings("association", settings);
	const own = stored.find((one) => one.kind === kind);
	const body = own?.body ?? CONSENT_TEXTS[kind].text({ association, processor, region }).join("\n");
	return { of: { kind, versions, stored, association }, fresh: { starts_on: dayText(dateInTaipei(at)), body } };
}

const text = pageWithForms({
	path: privacy.text(":kind"),
	gate,
	params: KindParams,
	page: async (ask, { sent }) => {
		const { of, fresh } = await pageOf(ask);
		return textPage(of, sent ?? freshForm(fresh));
	},
});

const publish = text.form("sent", {
	form: TextForm,
	run: async ({ db, by, params: { kind } }, { input }) => {
		await publishText(db, { kind, startsOn: input.starts_on, body: input.body, by });
		return { to: privacy.text(kind), flash: `已發布「${TEXT_NAMES[kind]}」的新版本。` };
	},
});

const version = pageWithForms({
	path: privacy.textVersion(":kind", ":version"),
	gate,
	params: KindParams.extend({ version: z.string().max(20) }),
	page: async ({ env, params: { kind, version: named }, surroundings }) => {
		const [[stored]] = await readRows(env.DB, storedText(kind, named));
		const found = textOf(kind, named, { stored, association: surroundings.fullName });
		return found ? versionPage(kind, found) : "missing";
	},
});

/** The routes of the texts that people are told and agree to (告知事項), and of who agreed to which. */
export const TEXT_ROUTES: readonly Route[] = [texts.show, text.show, publish, version.show, ...agreementList.routes];
