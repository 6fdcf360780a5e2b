import { noun } from "#kernel/noun.ts";

export const deputies = noun({
	records: {
		deputy: { words: "職務代理", place: 40 },
	},
	actions: {
		"deputy.end": "結束職務代理",
		"deputy.name": "指定職務代理人",
	},
});
