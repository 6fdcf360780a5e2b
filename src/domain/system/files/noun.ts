import { noun } from "#kernel/noun.ts";

export const files = noun({
	records: {
		file: { words: "檔案", place: 280 },
	},
	actions: {
		"file.create": "上傳檔案",
		"file.delete": "刪除檔案",
		"file.view": "查看檔案",
	},
});
