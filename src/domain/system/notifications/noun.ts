import { noun } from "#kernel/noun.ts";

export const notifications = noun({
	freeText: {
		notifications: {
			words: "給別人、沒有寄信的通知",
			place: 100,
			columns: "notifications data",
			shown: "none",
			kept: "180 天後自動清空",
		},
	},
});
