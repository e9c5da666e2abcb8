import { fold } from '../../../shared/names'
import { Problem } from '../../../shared/problem'
import { splitFrontMatter } from '../front-matter'
import { formatYaml, splice } from '../yaml-splice'
import { mapOf, tagsOf } from './note'

/** Most tags a note may come to have, and letters of one. */
const TAGS = { most: 40, letters: 60 }

/**
 * The text of a note after a `record`: the body is the content, tags are merged, `created` stays, `modified` is the
 * campaign's time; other keys of the front matter keep their bytes. Throws Problem `refused` where front matter does not
 * parse, the note's because it would be lost, the content's because nobody could say what was meant.
 */
export function recordNote(
  old: string | undefined,
  { path, content, tags = [], now }: { path: string; content: string; tags?: readonly string[]; now: string }
): string {
  const said = saidIn(content.replaceAll('\r\n', '\n'))
  if (said.body.trim() === '') throw new Problem('refused', `Nothing would stand in ${path}; give its whole Markdown body.`, { file: path })
  const body = `${said.body.trim()}\n`
  const given = [...said.tags, ...tagsOf([...tags])]
  if (old === undefined) return `---\n${formatYaml({ tags: merged([], given), created: now, modified: now })}---\n\n${body}`
  const { raw, kept } = keptIn(old.replaceAll('\r\n', '\n'), path)
  const before = unique(tagsOf(kept['tags']))
  const all = merged(before, given)
  const changes = [
    ...(all.length === before.length && kept['tags'] !== undefined ? [] : [{ keys: ['tags'], to: all }]),
    ...(kept['created'] === undefined ? [{ keys: ['created'], to: now }] : []),
    { keys: ['modified'], to: now }
  ]
  const front = splice(raw === '' || raw.endsWith('\n') ? raw : `${raw}\n`, changes)
  return `---\n${front}---\n\n${body}`
}

/** A model may repeat the front matter it was shown: only tags and body of what it says count. */
function saidIn(content: string): { tags: string[]; body: string } {
  try {
    const { matter, body } = splitFrontMatter(content, 'the text')
    // Between two rules there may stand plain text; only a map is front matter.
    return isMap(matter) ? { tags: tagsOf(mapOf(matter)['tags']), body } : { tags: [], body: content }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    throw new Problem('refused', `${thrown.message} Give the body alone; the table writes the front matter.`)
  }
}

function keptIn(old: string, path: string): { raw: string; kept: ReturnType<typeof mapOf> } {
  try {
    const { raw, matter } = splitFrontMatter(old, path)
    if (isMap(matter)) return { raw, kept: mapOf(matter) }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
  }
  const sentence = `The front matter of ${path} is broken, so it was left as it is; mend it by hand, or keep this under another name.`
  throw new Problem('refused', sentence, { file: path })
}

const isMap = (matter: unknown): boolean => typeof matter === 'object' && matter !== null && !Array.isArray(matter)

/** Each tag once, however it is spelt; the first spelling stays. */
const unique = (tags: readonly string[]): string[] => {
  const seen = new Set<string>()
  return tags.filter((tag) => !seen.has(fold(tag)) && seen.add(fold(tag)))
}

/** The tags of before and those given; what was there before is never refused. */
function merged(before: readonly string[], given: readonly string[]): string[] {
  const all = unique([...before, ...given])
  if (all.length > Math.max(TAGS.most, before.length) || given.some((tag) => tag.length > TAGS.letters))
    throw new Problem('refused', `A note has at most ${TAGS.most} tags of ${TAGS.letters} letters; give fewer or shorter ones.`)
  return all
}
