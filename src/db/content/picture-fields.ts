/**
 * SQL of what a website needs to show the picture of the id `file` well, as text: JSON [focal x, focal y, blur, [[width,
 * height] of each WebP copy, narrow ones first]]. NULL when there is no such file.
 */
export const pictureFields = (file: string): string =>
	`(SELECT json_array(m.focal_x, m.focal_y, q.blur, json((SELECT json_group_array(json_array(v.width, v.height) ORDER BY v.width)
			FROM picture_variants v WHERE v.attachment_id = m.attachment_id AND v.format = 'webp'))) || ''
		FROM media m LEFT JOIN pictures q ON q.attachment_id = m.attachment_id WHERE m.attachment_id = ${file})`;

/**
 * SQL of the picture for search engines of the text `text` (a table's alias), as JSON {"id", "filename", "alt", "width",
 * "height", "picture"}; NULL when it is none of our files.
 */
export const seoPicture = (text: string): string =>
	`(SELECT json_object('id', s.id, 'filename', s.filename, 'alt', n.alt, 'width', s.width, 'height', s.height,
			'picture', ${pictureFields("s.id")})
		FROM attachments s JOIN media n ON n.attachment_id = s.id WHERE s.id = CASE
			WHEN substr(${text}.seo_image, 1, 20) = '/api/v1/attachments/' THEN substr(${text}.seo_image, 21, 26) END)`;
