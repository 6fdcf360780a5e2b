import type { RecordRef } from "#domain/office/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import type { VNode } from "#ui/html.ts";

/**
 * Draws the button 新增任務, which links to the form of a new task about the record. The caller shows it only to users
 * whom the gate `tasks_manage` admits.
 */
export const newTaskAbout = ({ type, id }: RecordRef): VNode =>
	linkButton({ label: "新增任務", href: paths.admin.tasks.createAbout(type, id) });
