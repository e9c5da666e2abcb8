import { equal, own, type Json, type JsonObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { FieldChange } from '../../../shared/contract/world-edits'
import { splitHeading } from '../../../shared/story/heading'
import { splitFrontMatter } from '../front-matter'
import type { FileChange } from '../yaml-splice'

/** A name in one line. Throws Problem `bad-input` if nothing readable is left. */
export function checkedName(what: 'character' | 'story event' | 'item' | 'table' | 'fact', wished: string): string {
  const name = wished
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  if (name === '') throw new Problem('bad-input', `${what === 'item' ? 'An' : 'A'} ${what} needs a name. Enter one.`)
  return name
}

/** A Markdown text whose heading is the new name if it was the old one. */
export function withHeading(text: string, before: string, name: string): string {
  const { body } = splitFrontMatter(text, 'ABOUT.md')
  if (splitHeading(body).heading !== before) return text
  return text.slice(0, text.length - body.length) + body.replace(/# .*/, () => `# ${name}`)
}

/** A Markdown text with another text below its heading. Throws `stale` if the text isn't the one that its author saw. */
export function withText(now: string, text: { to: string; was?: string | undefined }, stale: Problem): string {
  const { body } = splitFrontMatter(now, 'ABOUT.md')
  const { before, text: below } = splitHeading(body)
  if (text.was !== undefined && text.was.trim() !== below.trim()) throw stale
  // Without a heading before it, a text that begins with a fence would be front matter.
  const front = now.slice(0, now.length - body.length) || (before === '' && text.to.startsWith('---') ? '---\n---\n' : '')
  const written = text.to.replace(/\r\n?/g, '\n').replace(/\n*$/, '\n').replace(/^\n+/, '')
  const heading = before === '' ? '' : before.replace(/\s*$/, '\n\n')
  return `${front}${heading}${written}`.replace(/\n*$/, '\n')
}

/** Changes of a file's values, if each value is still the one that its author saw; `stale` makes the Problem for one that isn't. */
export function checkedChanges(changes: readonly FieldChange[], before: JsonObject | undefined, stale: (field: string) => Problem): FileChange[] {
  return changes.map(({ keys, to, was }) => {
    if (was !== undefined && !equal(valueIn(before, keys) ?? null, was)) throw stale(keys.join(' '))
    return { keys, to: to === null ? undefined : to }
  })
}

function valueIn(value: Json | undefined, keys: readonly string[]): Json | undefined {
  let at = value
  for (const key of keys) at = typeof at === 'object' && at !== null && !Array.isArray(at) ? own(at, key) : undefined
  return at
}

/** The Problem of an edit that is based on an older value. */
export const conflict = (name: string, id: string, field: string): Problem =>
  new Problem('conflict', `Another edit has changed the ${field} of ${name} meanwhile. Look at it, and save again.`, { id, field })
