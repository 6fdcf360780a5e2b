import type { RecordRef } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import type { VNode } from "#ui/html.ts";

/** 新增任務 about a record, from its page; for whom the gate `tasks_manage` opens. */
export const newTaskAbout = ({ type, id }: RecordRef): VNode =>
	linkButton({ label: "新增任務", href: paths.admin.tasks.createAbout(type, id) });
