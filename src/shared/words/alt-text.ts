/** The alternative text that says that a picture needs no description. */
export const DECORATIVE = 'decorative'

const isDecorative = (alt: string): boolean => alt.trim().toLowerCase() === DECORATIVE

/** Whether a picture has neither an alternative text nor the word that says that it needs none. */
export const lacksAlt = (alt: string | undefined): boolean => alt === undefined || alt.trim() === ''

/** The alternative text of a picture for readers: empty for a decorative one, and the words of its file's name if nobody has written one. */
export function altOf({ file, alt = '' }: { file: string; alt?: string | undefined }): string {
  if (isDecorative(alt)) return ''
  return (
    alt.trim() ||
    file
      .replace(/^.*\//, '')
      .replace(/\.[^.]*$/, '')
      .replace(/[-_]+/g, ' ')
  )
}

/** What a picture shows in words, for readers who see only text; undefined for one without a written description. */
export const describedBy = (alt: string | undefined): string | undefined =>
  alt === undefined || lacksAlt(alt) || isDecorative(alt) ? undefined : alt.trim()
