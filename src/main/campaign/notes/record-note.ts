import { isObject } from '../../../shared/base/json'
import { fold } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { splitFrontMatter } from '../front-matter'
import { formatYaml, splice } from '../yaml-splice'
import { objectOrEmpty, tagList } from './note'
import type { Params } from '../../../shared/story/play'

const TAGS = { most: 40, letters: 60 }

/**
 * The text of a note after a `record`: the body is replaced, the tags are merged, `created` stays, and `modified` is the campaign's time. Other front
 * matter keys keep their bytes. Throws Problem `refused` if the old front matter doesn't parse, because it would be lost.
 */
export function recordNote(
  old: string | undefined,
  { path, content, tags = [], now }: { path: string; content: string; tags?: readonly string[]; now: string }
): string {
  const body = `${content.replaceAll('\r\n', '\n').trim()}\n`
  const newTags = tagList([...tags])
  if (old === undefined) return `---\n${formatYaml({ tags: merged([], newTags), created: now, modified: now })}---\n\n${body}`
  const { raw, frontMatter } = keptIn(old.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), path)
  const before = unique(tagList(frontMatter['tags']))
  const all = merged(before, newTags)
  const changes = [
    ...(all.length === before.length && frontMatter['tags'] !== undefined ? [] : [{ keys: ['tags'], to: all }]),
    ...(frontMatter['created'] === undefined ? [{ keys: ['created'], to: now }] : []),
    { keys: ['modified'], to: now }
  ]
  const front = splice(raw === '' || raw.endsWith('\n') ? raw : `${raw}\n`, changes)
  return `---\n${front}---\n\n${body}`
}

function keptIn(old: string, path: string): { raw: string; frontMatter: ReturnType<typeof objectOrEmpty> } {
  try {
    const { raw, matter } = splitFrontMatter(old, path)
    // Front matter that holds only comments parses to null.
    if (isObject(matter) || matter === null) return { raw, frontMatter: objectOrEmpty(matter) }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
  }
  const sentence = `The front matter of ${path} is damaged, so the note was not changed. Repair the file, or save this note under another name.`
  throw new Problem('refused', sentence, { file: path })
}

/** Each tag once, however it is spelt; the first spelling stays. */
const unique = (tags: readonly string[]): string[] => {
  const seen = new Set<string>()
  return tags.filter((tag) => !seen.has(fold(tag)) && seen.add(fold(tag)))
}

/** Merges existing and new tags. Throws Problem `refused` if there are too many or a new one is too long; existing ones are never refused. */
function merged(before: readonly string[], newTags: readonly string[]): string[] {
  const all = unique([...before, ...newTags])
  if (all.length > Math.max(TAGS.most, before.length) || newTags.some((tag) => tag.length > TAGS.letters))
    throw new Problem('refused', `A note has at most ${TAGS.most} tags of ${TAGS.letters} characters each. Give fewer or shorter tags.`)
  return all
}

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
  if (!isObject(split.matter) || split.raw.trim() === '') return params
  if (split.body.trim() === '') throw new Problem('refused', 'The note has front matter but no body. Give the whole Markdown body.')
  const noteTags = Array.isArray(tags) ? tags : tagList(tags === undefined ? null : String(tags))
  const all = [...noteTags, ...tagList(objectOrEmpty(split.matter)['tags'])]
  return { ...params, content: split.body.trim(), ...(all.length > 0 ? { tags: all } : {}) }
}
