import { personal } from "#db/personal-data.ts";

export const seals = personal({
	noFreeText: {
		key_uses: { columns: "key_ids", why: "ids of keys" },
	},
});
