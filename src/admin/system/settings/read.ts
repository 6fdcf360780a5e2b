import { readRows, select } from "#db/read.ts";
import { type HolderRow, permissionHolders } from "#db/system/holders.ts";
import {
	type SettingChangeRow,
	type SettingRow,
	selectHistory,
	selectSettings,
	selectVersion,
} from "#db/system/settings.ts";
import { type PeopleFigures, peopleFigures } from "#db/system/user-figures.ts";
import { mailSettingsIn } from "#domain/system/mail/settings.ts";
import { parseSettings } from "#domain/system/settings/actions.ts";
import { type Group, SETTINGS, type Values } from "#domain/system/settings/schema.ts";
import { isRegistered, REGISTRATION } from "#domain/system/settings/statutes.ts";
import { keyOf, keysOf } from "#domain/system/settings/stored.ts";
import type { Bindings } from "#env.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type Missing, mailerOf } from "#platform/mail.ts";
import { HISTORY_ROWS } from "./history-page.ts";

/** The data of a group of settings that its page shows. */
export type GroupView<G extends Group> = {
	group: G;
	values: Values<G>;
	version: number;
	/** The names of the settings that have a stored value. */
	stored: ReadonlySet<string>;
	/** The changes, newest first. */
	history: SettingChangeRow[];
	/** The Worker's variables, which apply where no setting is stored. */
	deployed: Record<string, string | undefined>;
	/** The mail services whose variables or bindings the deployment has. */
	mailers: { cloudflare: boolean; resend: boolean };
	/** What is missing before mail can be sent; only in the group whose page shows it. */
	mailMissing: Missing | undefined;
	logoId: number | null;
	/** Whether the association is registered as a legal person (法人登記); read for the groups whose pages say it. */
	isRegistered: boolean;
	/** The number of staff without a second factor; counted only for the group whose page shows it. */
	unprotected: number;
	/** Who has which permission today; read for the group whose page shows the chain of approval. */
	holders: readonly HolderRow[];
	at: number;
};

const REGISTRATION_KEYS = REGISTRATION.map((name) => keyOf("statutes", name));
const NOT_ASKED = select<PeopleFigures>("SELECT 1 WHERE false");
const NO_HOLDERS = select<HolderRow>("SELECT 1 WHERE false");

/** Reads a group of settings for its page, in one round trip. */
export async function readGroup<G extends Group>(
	env: Bindings,
	group: G,
	{ at, logoId }: { at: number; logoId: number | null },
): Promise<GroupView<G>> {
	const keys = keysOf(group);
	const [rows, [head], history, [people], holders] = await readRows(
		env.DB,
		selectSettings(group === "receipts" ? [...keys, ...REGISTRATION_KEYS] : keys),
		selectVersion(keys),
		selectHistory(keys, HISTORY_ROWS),
		group === "security" ? peopleFigures() : NOT_ASKED,
		group === "approval" ? permissionHolders(dateInTaipei(at)) : NO_HOLDERS,
	);
	const [statutes, known] = [parseSettings("statutes", rows), new Set(rows.map(({ key }) => key))];
	return {
		group,
		values: parseSettings(group, rows),
		version: head?.version ?? 0,
		stored: new Set(Object.keys(SETTINGS[group]).filter((name) => known.has(keyOf(group, name)))),
		history,
		deployed:
			group === "site"
				? {
						PUBLIC_SITE_ORIGIN: env.PUBLIC_SITE_ORIGIN,
						PREVIEW_ORIGIN_PATTERN: env.PREVIEW_ORIGIN_PATTERN,
						PREVIEW_URL: env.PREVIEW_URL,
					}
				: {},
		mailers: { cloudflare: env.EMAIL !== undefined, resend: Boolean(env.RESEND_API_KEY) },
		mailMissing: group === "mail" ? missingIn(env, rows) : undefined,
		logoId,
		isRegistered: isRegistered(statutes),
		unprotected: people?.unprotected ?? 0,
		holders,
		at,
	};
}

function missingIn(env: Bindings, rows: readonly SettingRow[]): Missing | undefined {
	const chosen = mailerOf(env, mailSettingsIn(rows));
	return "missing" in chosen ? chosen.missing : undefined;
}

/** Reads only the newest changes of a group, `HISTORY_ROWS` at most. */
export async function readHistory(env: Pick<Bindings, "DB">, group: Group): Promise<SettingChangeRow[]> {
	const [history] = await readRows(env.DB, selectHistory(keysOf(group), HISTORY_ROWS));
	return history;
}
