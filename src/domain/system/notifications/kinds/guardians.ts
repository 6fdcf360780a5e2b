import * as z from "zod";
import { button, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The notice of a change of guardian (監護人變更), to the new and to the old guardian. It has no names and nothing
 * about health.
 */
export const guardianChanged = notification({
	data: z.strictObject({ isNew: z.boolean() }),
	write: ({ isNew }, { links, association }) => ({
		subject: isNew ? "您已登記為監護人" : "您不再是監護人",
		blocks: [
			...(isNew
				? [
						paragraph(
							`${association.name}已將您登記為一位會員的監護人。登入後，在「我的家人」看得到會費、收據與公告。`,
						),
						paragraph("健康資料與證件，要等原監護人同意，或協會第二位同仁確認後才看得到。"),
					]
				: [
						paragraph(`${association.name}已變更一位會員的監護人，您不再是這位會員的監護人。`),
						paragraph("如果您同意新的監護人查看健康資料與證件，30 天內登入就可以按同意。"),
					]),
			button("登入查看", links.member()),
			note("如果這不是您知道的事，請立刻與協會聯絡。"),
		],
	}),
});
