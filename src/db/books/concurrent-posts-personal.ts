import { personal } from "#db/personal-data.ts";

export const concurrentPosts = personal({
	leftOut: {
		"concurrent_posts.confirmed_by": "staff stay unnamed",
		"concurrent_posts.created_by": "staff stay unnamed",
		"concurrent_posts.ended_by": "staff stay unnamed",
		"concurrent_posts.user_id": "which office staff keep is the association's work",
	},
	kept: {
		concurrent_posts: "who kept two offices by a resolution: part of the vouchers; no personal value",
	},
	noFreeText: {
		concurrent_posts: { columns: "resolution_no", why: "the number of a resolution" },
	},
});
