import { personal } from "#db/personal-data.ts";

export const works = personal({
	leftOut: {
		"works.user_id": "how far work is that staff began; deleted after a day",
	},
	kept: {
		works: "how far work is that staff began, and files of exports; deleted after a day",
	},
	noFreeText: {
		works: {
			columns: "kind href state reason object_key key_id sha256 filename content_type gate",
			why: "codes, addresses, and names of files made of dates and conditions",
		},
	},
});
