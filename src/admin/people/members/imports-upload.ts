import * as z from "zod";
import { importsSelect } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { IMPORTS_PER_PAGE, type ImportRow } from "#db/system/index.ts";
import { createImport } from "#domain/people/roster/import-actions.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import type { UploadOf } from "#kits/import/declaration.ts";
import { fileField } from "#ui/file-field.ts";
import { figure } from "#ui/money.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { readCounts } from "./imports-counts.ts";

export const IMPORT_CRUMBS = [...MEMBER_CRUMBS, { label: "匯入名冊", href: paths.admin.members.imports.list() }];
const ACCEPT = ".xlsx,.ods,.csv";

/** The upload page of rosters (匯入名冊): a roster, and the survey that belongs to it. */
export const rosterUpload: UploadOf<ImportRow, object, object> = {
	title: "匯入名冊",
	area: "會員",
	crumbs: MEMBER_CRUMBS,
	lead: "先試算每一列會怎麼處理，看過再決定要不要寫入；寫入之後還能整批復原。",
	card: "上傳名冊",
	submit: "上傳並試算",
	fields: (_, state) => ({
		fields: [
			fileField({
				name: "file",
				label: "會員名冊",
				state,
				accept: ACCEPT,
				required: true,
				hint: "xlsx、ods 或 csv（UTF-8 或 Big5），最大 10 MB、10,000 列。檔案加密保存，匯入後刪除。",
			}),
			fileField({
				name: "survey",
				label: "問卷（只取電子郵件）",
				state,
				accept: ACCEPT,
				hint: "選填。只補上空白的電子郵件，不會覆蓋。",
			}),
		],
	}),
	form: z.strictObject({}),
	/**
	 * The size limit of the form in bytes: two files of the largest allowed size (roster and survey), and 1 MB more.
	 */
	maxBytes: 2 * PURPOSE.import.maxBytes + 1024 * 1024,
	take: async ({ env, db, by }, { first: roster, files, key }) => ({
		id: await createImport(env, db, { roster, survey: files.survey?.[0], key, by }),
		isKnown: false,
	}),
	size: IMPORTS_PER_PAGE,
	read: async (env, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...importsSelect(asked));
		return { rows, total: count?.total ?? 0 };
	},
	brought: {
		label: "結果",
		words: ({ counts }) => {
			const { create, update, fill, conflict, confirm, error } = readCounts(counts);
			return `新增 ${figure(create)}、更新 ${figure(update)}、補資料 ${figure(fill)}、未匯入 ${figure(conflict + confirm + error)}`;
		},
	},
	nobody: "指令匯入",
	none: { title: "還沒有匯入過", text: "上傳協會現有的名冊，就能從這裡開始。" },
};
