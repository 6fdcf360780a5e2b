import { type Select, selectOne } from "#db/read.ts";
import { SITE_KEYS } from "#domain/system/settings/site.ts";

/** What is stored for the website: settings as the JSON of an object, and the logo, when there is one. */
export type SiteRow = { settings: string; logo: string | null };

/** Selects what everybody may read of the association: the settings that the website shows, and its logo as JSON. */
export const selectSite = (): Select<SiteRow> =>
	selectOne(
		`SELECT (SELECT json_group_object(key, value) FROM settings
				WHERE key IN (SELECT value FROM json_each(?1))) AS settings,
			(SELECT json_object('id', f.id, 'width', f.width, 'height', f.height) FROM settings s
				JOIN files f ON f.id = CAST(s.value AS INTEGER)
				WHERE s.key = 'association.logo_file_id' AND f.purpose = 'logo' AND f.deleted_at IS NULL) AS logo`,
		JSON.stringify(SITE_KEYS),
	);
