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
	freeText: {
		files: {
			words: "上傳檔案的檔名",
			place: 80,
			columns: "files filename",
			shown: "none",
			kept: "檔名隨檔案保存，檔案刪除時一起刪除",
		},
	},
	refusals: {
		"file.damaged": { words: "這個檔案已損壞或不完整，打不開，請重新存檔或拍照後再上傳。", field: "file" },
		"file.empty": { words: "沒有選擇檔案，或這個檔案是空的，請重新選擇檔案。", field: "file" },
		"file.is_final": { words: "檔案上傳後不能修改，請上傳新的檔案。" },
		"file.stale": { words: "這個檔案剛剛已被更新或刪除。" },
		"file.too_large": { words: "檔案太大，請縮小後再上傳。", field: "file" },
		"file.too_many_pixels": { words: "圖片的尺寸太大，請縮小到 5,000 萬像素以下。", field: "file" },
		"file.type_mismatch": { words: "檔案的內容與副檔名不符，請用原本的程式另存成正確的格式再上傳。", field: "file" },
		"file.type_refused": { words: "不接受這種檔案，請改用欄位說明所列的格式。", field: "file" },
		"file.unpacks_too_large": { words: "這份文件解開後太大，請縮小其中的圖片後再上傳。", field: "file" },
	},
});
