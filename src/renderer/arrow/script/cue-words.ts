import { type ArrowCharacter, type ArrowId, safeName } from '../../../arrow'
import type { Cue } from './use-script'
import { scriptTexts as t } from './script-texts'

/** A choice for a cue. */
export interface CueChoice {
  key: string
  label: string
  cue: Cue
  color?: string
}

/** A character's displayed name: names contain `_` instead of spaces. */
export const cueName = (name: string): string => name.replaceAll('_', ' ')

/** Text that looks like a name before a colon: up to three words, the first with a capital or in a script without case. */
const CUE = /^(?!\p{Ll})(\p{L}[\p{L}\p{M}\p{N}'’_-]{0,30}\.?(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]{0,30}){0,2}):(?: (.*)|)$/su

/** A name before a colon, and the text after it; undefined for other texts. */
export function typedCue(text: string): { name: string; said: string } | undefined {
  const [, name, said] = CUE.exec(text) ?? []
  return name === undefined ? undefined : { name, said: said ?? '' }
}

/** The character with a typed name, whatever its case. */
export function characterNamed(characters: ReadonlyMap<ArrowId, ArrowCharacter>, name: string): ArrowId | undefined {
  const wanted = safeName(name).toLowerCase()
  for (const [id, one] of characters) if (one.name.toLowerCase() === wanted) return id
  return undefined
}

/** Characters whose names contain the typed text, those that begin with it first; then a new one of that name, and narration. */
export function cueChoices(characters: ReadonlyMap<ArrowId, ArrowCharacter>, typed: string): CueChoice[] {
  const wanted = safeName(typed.trim()).toLowerCase()
  const rank = (name: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  const matching = [...characters]
    .filter(([, { name }]) => name.toLowerCase().includes(wanted))
    .toSorted(([, a], [, b]) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
    .slice(0, 8)
    .map(([id, { name, color }]): CueChoice => ({ key: String(id), label: cueName(name), cue: id, color }))
  const isNew = wanted !== '' && characterNamed(characters, typed) === undefined
  return [
    ...matching,
    ...(isNew ? [{ key: 'new', label: t.create(typed.trim()), cue: { name: typed.trim() } }] : []),
    ...(wanted === '' ? [{ key: 'nobody', label: t.nobody, cue: undefined }] : [])
  ]
}
