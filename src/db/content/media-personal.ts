import { personal } from "#db/personal-data.ts";

export const media = personal({
	leftOut: {
		"media.uploaded_by": "pictures of the website are the association's work",
	},
	kept: {
		media: "pictures of the website, by staff",
	},
	freeText: {
		media: { link: "t.attachment_id", key: "t.attachment_id" },
	},
	noFreeText: {
		attachments: { columns: "content_type object_key", why: "written by the program" },
		picture_variants: { columns: "object_key", why: "written by the program" },
		pictures: { columns: "error last_error blur", why: "written by the program" },
	},
});
