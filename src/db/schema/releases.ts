import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { STORY_MARKS } from "#domain/content/index.ts";

const yes = (name: string) => integer(name, { mode: "boolean" }).notNull();

export const releases = sqliteTable("releases", {
	id: integer().primaryKey(),
	memberId: integer("member_id"),
	name: text().notNull(),
	birthDate: text("birth_date"),
	isMinor: yes("is_minor"),
	representative: text().notNull().default(""),
	relation: text().notNull().default(""),
	ofPictures: yes("of_pictures"),
	ofStory: yes("of_story"),
	forWebsite: yes("for_website"),
	forNewsletter: yes("for_newsletter"),
	forSocial: yes("for_social"),
	givenOn: text("given_on").notNull(),
	until: text(),
	fileId: integer("file_id"),
	noPaper: text("no_paper").notNull().default(""),
	note: text().notNull().default(""),
	withdrawnAt: integer("withdrawn_at"),
	withdrawnBy: integer("withdrawn_by"),
	withdrawal: text().notNull().default(""),
	createdBy: integer("created_by"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const releasePictures = sqliteTable(
	"release_pictures",
	{ releaseId: integer("release_id").notNull(), attachmentId: text("attachment_id").notNull() },
	(table) => [primaryKey({ columns: [table.releaseId, table.attachmentId] })],
);

export const articleReleases = sqliteTable(
	"article_releases",
	{ articleId: integer("article_id").notNull(), releaseId: integer("release_id").notNull() },
	(table) => [primaryKey({ columns: [table.articleId, table.releaseId] })],
);

export const storyMarks = sqliteTable("story_marks", {
	articleId: integer("article_id").primaryKey(),
	mark: text({ enum: STORY_MARKS }).notNull(),
});
