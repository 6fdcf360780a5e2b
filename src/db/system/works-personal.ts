import { personal } from "#db/personal-data.ts";

export const works = personal({
	leftOut: {
		"works.user_id": "how far work is that staff began; deleted after a day",
	},
	kept: {
		works: "how far work is that staff began; deleted after a day",
	},
	noFreeText: {
		works: { columns: "kind href state reason", why: "codes and addresses" },
	},
});
