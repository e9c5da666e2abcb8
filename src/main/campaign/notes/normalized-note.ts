import type { Params } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { splitFrontMatter } from '../front-matter'
import { isMap, mapOf, tagsOf } from './note'

/**
 * The params of a `record` with only the body as content. A model may repeat the front matter that it was shown; only its tags are kept. Throws
 * Problem `refused` if the front matter doesn't parse or there is no body.
 */
export function normalizedNote(params: Params): Params {
  const { content, tags } = params
  if (typeof content !== 'string' || !content.trimStart().startsWith('---')) return params
  const text = content.replace(/\r\n?/g, '\n').trimStart()
  let split: ReturnType<typeof splitFrontMatter>
  try {
    split = splitFrontMatter(text, 'The text')
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    throw new Problem('refused', `${thrown.message} Give only the body. The table writes the front matter.`)
  }
  // The text between two rules may be plain text; only a map is front matter.
  if (!isMap(split.matter) || split.raw.trim() === '') return params
  if (split.body.trim() === '') throw new Problem('refused', 'The note has front matter but no body. Give the whole Markdown body.')
  const noteTags = Array.isArray(tags) ? tags : tagsOf(tags === undefined ? null : String(tags))
  const all = [...noteTags, ...tagsOf(mapOf(split.matter)['tags'])]
  return { ...params, content: split.body.trim(), ...(all.length > 0 ? { tags: all } : {}) }
}
