import type { CampaignName, NameKind } from '../../shared/contract/language-calls'
import { slug } from '../../shared/story/names'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import type { Choosable } from '../ui/Chooser'
import { fieldTexts as t } from './texts'

/** The names that fields offer, each with its kind. */
export type Names = readonly Pick<CampaignName, 'kind' | 'id' | 'title'>[]

/** The kinds of things that a picker can create from a name. */
const CREATED = ['fact', 'character', 'place', 'item', 'condition', 'table', 'quest', 'thread'] as const
export type CreatedKind = (typeof CREATED)[number]
export const isCreated = (kind: NameKind): kind is CreatedKind => CREATED.some((one) => one === kind)

/** The id of a fact from a name in words: as typed if expressions can name it, else derived from it. A `!` before it stays. */
export function factId(typed: string): string {
  const [, no = '', name = ''] = /^(!?)\s*(.*)$/s.exec(typed.trim()) ?? []
  return name === '' || /^[\p{L}_][\p{L}\p{N}_:-]*$/u.test(name) ? no + name : no + slug(name)
}

/** The names without one, for the fields of that thing itself. */
export const namesWithout = (names: Names, kind: NameKind, id: string): Names => names.filter((one) => one.kind !== kind || one.id !== id)

/** The beginning of the id of an option that creates something with the typed name. */
export const NEW = '\nnew'

/** The names of a kind that match a query by title or id; last, an option that creates one with that name. */
export const findNames =
  (names: Names, kind: NameKind, without: (id: string) => boolean = () => false) =>
  (query: string): Choosable[] => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = names.flatMap(({ kind: one, id, title = id }): Choosable[] =>
      one === kind && !without(id) && words.every((word) => `${title} ${id}`.toLowerCase().includes(word)) ? [{ id, label: title }] : []
    )
    const name = query.trim()
    const wished = kind === 'fact' ? factId(name) : name
    const isNew = name !== '' && isCreated(kind) && !names.some(({ kind: one, id, title }) => one === kind && (id === wished || title === name))
    return isNew ? [...found, { id: NEW + name, label: `New ${KIND_NOUNS[kind]} “${name}”` }] : found
  }

/** The facts that match a query, and each of them as one that must not hold; a query that begins with `!` or "not" is about the latter only. */
export const findFacts =
  (names: Names, without: (id: string) => boolean = () => false) =>
  (query: string): Choosable[] => {
    const [, no, name = ''] = /^\s*(!|not\s)?(.*)$/is.exec(query) ?? []
    const negated = findNames(names, 'fact', (id) => without(`!${id}`))(name).map(({ id, label }) =>
      id.startsWith(NEW) ? { id: `${NEW}!${id.slice(NEW.length)}`, label: t.newNot(label) } : { id: `!${id}`, label: t.not(label) }
    )
    return no === undefined ? [...findNames(names, 'fact', without)(name), ...negated] : negated
  }
