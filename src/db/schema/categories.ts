import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ARTICLE_TYPES } from "#domain/content/index.ts";

export const categories = sqliteTable("categories", {
	id: integer().primaryKey(),
	slug: text().notNull(),
	name: text().notNull(),
	description: text().notNull().default(""),
	position: integer().notNull().default(0),
	articlesCount: integer("articles_count").notNull().default(0),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const tags = sqliteTable("tags", {
	id: integer().primaryKey(),
	slug: text().notNull(),
	name: text().notNull(),
	articlesCount: integer("articles_count").notNull().default(0),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const articleCategories = sqliteTable("article_categories", {
	articleId: integer("article_id").notNull(),
	categoryId: integer("category_id").notNull(),
});

export const articleTags = sqliteTable("article_tags", {
	articleId: integer("article_id").notNull(),
	tagId: integer("tag_id").notNull(),
});

export const articleCounts = sqliteTable("article_counts", {
	type: text({ enum: ARTICLE_TYPES }).primaryKey(),
	published: integer().notNull().default(0),
});
