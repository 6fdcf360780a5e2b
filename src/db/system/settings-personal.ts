import { personal } from "#db/personal-data.ts";

export const settings = personal({
	leftOut: {
		"settings_history.user_id": "settings are the association's",
	},
	kept: {
		settings_history: "settings are the association's",
	},
	freeText: {
		settings: { link: "t.key", key: "t.key" },
		old_settings: { link: "t.key", kept: "true" },
	},
	noFreeText: {
		settings: { columns: "key", why: "a code" },
		settings_history: { columns: "key", why: "a code" },
	},
});
