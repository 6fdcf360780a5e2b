import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { readFileRow, readPicture } from "#db/system/files.ts";
import {
	guardVersion,
	type SettingRow,
	selectSettings,
	selectSettingsAt,
	selectVersion,
	storeSettings,
} from "#db/system/settings.ts";
import { deleteFile, openFile, storeFile } from "#domain/system/files/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { log } from "#platform/log.ts";
import { PICTURE_SETTINGS, type SettingPicture } from "./pictures.ts";
import type { Group, Values } from "./schema.ts";
import { keyOf, keysOf, settingsOf, storedText, valuesOf } from "./stored.ts";

/** A group's values, and the version that a form has to send back. */
export type Read<G extends Group> = { values: Values<G>; version: number };

/**
 * Reads the current values of a group of settings in one round trip. An unreadable row is logged, and its default is
 * used.
 */
export async function readSettings<G extends Group>(db: Db, group: G): Promise<Read<G>> {
	const { values, version } = await readGroup(db, group);
	return { values, version };
}

/** Returns a group's values from rows that a page read together with other things (`selectSettings(keysOf(group))`). */
export function parseSettings<G extends Group>(group: G, rows: readonly SettingRow[]): Values<G> {
	const { values, unreadable } = valuesOf(group, new Map(rows.map(({ key, value }) => [key, value])));
	for (const key of unreadable) log("error", "setting.unreadable", { key });
	return values;
}

/** Reads a group's values at a past time (UTC milliseconds), such as the fees on the day of an assessment. */
export async function settingsAt<G extends Group>(db: Db, group: G, at: number): Promise<Values<G>> {
	const [rows] = await readRows(db.$client, selectSettingsAt(keysOf(group), at));
	return parseSettings(
		group,
		rows.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }])),
	);
}

/**
 * Stores the changed values of a group, with one audit row of old and new values; returns the names of the changed
 * settings. `version` is that of the values that the user saw. Refuses `settings.stale` when the group has changed
 * since. `values` come from `formOf(group)`.
 */
export async function saveSettings<G extends Group>(
	db: Db,
	group: G,
	{ values, version, ...by }: By & Read<G>,
): Promise<string[]> {
	const seen = await readGroup(db, group);
	if (seen.version !== version) throw new Refusal("settings.stale");
	const [before, after]: Record<string, unknown>[] = [seen.values, values];
	const changes = settingsOf(group).flatMap(([name]) => {
		const [key, from, to] = [keyOf(group, name), before?.[name], after?.[name]];
		const isSame = (seen.stored.get(key) ?? storedText(from)) === storedText(to);
		return isSame ? [] : [{ name, key, from, to }];
	});
	if (changes.length === 0) return [];
	const names = changes.map(({ name }) => name);
	await commit(db, [
		guardVersion(keysOf(group), version),
		...recordAudit(db, {
			...by,
			action: "settings.update",
			auditableType: "settings",
			auditableId: group,
			description: names.join(", "),
			changes: Object.fromEntries(changes.map(({ name, from, to }) => [name, { from, to }])),
		}),
		storeSettings(
			changes.map(({ key, to }) => ({ key, value: storedText(to) })),
			by.at,
		),
	]);
	return names;
}

/** The Worker bindings that storing a picture needs. */
type Store = Parameters<typeof storeFile>[0];

/**
 * Makes a picture one of the settings' pictures; the earlier one is deleted. Refuses what `checkUpload`
 * (system/files/rules.ts) refuses, `settings.seal_jpeg` (a seal that a PDF cannot hold), and `settings.stale` when another
 * user changes the same group of settings at this moment.
 */
export async function replacePicture(
	env: Store,
	db: Db,
	{ picture, upload, by }: { picture: SettingPicture; upload: UploadedFile; by: By },
): Promise<void> {
	const subject = { type: "settings", id: PICTURE_SETTINGS[picture].group };
	const file = await storeFile(env, db, { purpose: "logo", upload, subject, by });
	try {
		if (picture === "seal" && file.contentType !== "image/jpeg") throw new Refusal("settings.seal_jpeg");
		await setPicture(env, db, { picture, id: file.id, by });
	} catch (error) {
		await deleteFile(env, db, { file, by });
		throw error;
	}
}

/** Removes and deletes a picture of the settings, if there is one. Refuses `settings.stale` as `replacePicture` does. */
export const removePicture = (env: Store, db: Db, of: { picture: SettingPicture; by: By }): Promise<void> =>
	setPicture(env, db, { ...of, id: null });

/** Reads the picture of the seal 圖記 for a PDF; undefined when there is none any more. */
export async function readSeal(
	env: Store,
	db: Db,
	{ id, by }: { id: number; by: By },
): Promise<Uint8Array | undefined> {
	const file = await readPicture(db, id, "seal");
	const opened = file && (await openFile(env, db, { file, by }));
	return opened ? new Response(opened.body).bytes() : undefined;
}

type Set = { id: number | null; by: By };
async function setPicture(env: Store, db: Db, { picture, id, by }: Set & { picture: SettingPicture }): Promise<void> {
	const earlier = picture === "logo" ? await keepLogo(db, { id, by }) : await keepSeal(db, { id, by });
	const before = earlier === null ? undefined : await readFileRow(db, earlier);
	if (before?.purpose === "logo" && before.deletedAt === null) await deleteFile(env, db, { file: before, by });
}

/** Stores which file is the logo; returns the id of the earlier one. `keepSeal` does it for the seal. */
async function keepLogo(db: Db, { id, by }: Set): Promise<number | null> {
	const { values, version } = await readSettings(db, "association");
	await saveSettings(db, "association", { ...by, version, values: { ...values, logo_file_id: id } });
	return values.logo_file_id;
}

async function keepSeal(db: Db, { id, by }: Set): Promise<number | null> {
	const { values, version } = await readSettings(db, "receipts");
	await saveSettings(db, "receipts", { ...by, version, values: { ...values, seal_file_id: id } });
	return values.seal_file_id;
}

async function readGroup<G extends Group>(
	db: Db,
	group: G,
): Promise<Read<G> & { stored: ReadonlyMap<string, string> }> {
	const keys = keysOf(group);
	const [rows, [head]] = await readRows(db.$client, selectSettings(keys), selectVersion(keys));
	const values = parseSettings(group, rows);
	return { values, version: head?.version ?? 0, stored: new Map(rows.map(({ key, value }) => [key, value])) };
}
